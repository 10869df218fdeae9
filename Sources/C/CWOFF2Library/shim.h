// Empty: only the C++ target CWOFF2 uses the C++ headers.
