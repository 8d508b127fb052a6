/* Stands for the header of ThreadSanitizer, which the tests include. */
