// Holds the target until its first test.
