/* Bubble sort of an array of any size. -DANY: also of a size for which size - 1 overflows. */
void bubble(int *array, int size) {
#ifndef ANY
  __CPROVER_assume(size >= 0);
#endif
  for (int done = 0; done < size - 1; done++)
    for (int i = 0; i < size - done - 1; i++)
      if (array[i] > array[i + 1]) {
        int other = array[i];
        array[i] = array[i + 1];
        array[i + 1] = other;
      }
}
