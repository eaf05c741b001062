// Bubble sort of the book chapter [kroening2023, fig. 6], without its precondition, which
// termination does not need.
void bubble_sort(int *array, int size) {
  for (int c = 0; c < size - 1; c++)
    for (int d = 0; d < size - c - 1; d++)
      if (array[d] > array[d + 1]) {
        int swap = array[d];
        array[d] = array[d + 1];
        array[d + 1] = swap;
      }
}
