// Empty: ICU headers are seen by the C target CICU alone, see ARCHITECTURE.md.
