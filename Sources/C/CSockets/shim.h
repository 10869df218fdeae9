// A declaration that the headers have only with _GNU_SOURCE, which Swift does not define. The headers are not included,
// because their types would become part of this module.

// Accepts a connection, of which the address is not asked. Its socket never reaches another program, not even one that
// another thread starts at this moment.
int csockets_accept(int socket, void *address, void *length, int flags) __asm__("accept4");
