// Empty: the C++ headers are seen by the C++ target CWOFF2 alone.
