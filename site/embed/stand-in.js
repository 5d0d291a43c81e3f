// Stands where a script of the element is not written yet.
