// Empty: only the C target CICU uses ICU's headers, see ARCHITECTURE.md.
