/**
 * Returns a function that gives the free memory of the C library back to the system (malloc_trim(3) of glibc): each
 * thread that ends leaves an arena behind, in which some pieces are still used. Null where there is no such function:
 * another C library, another system, or no FFI library.
 */
export async function bindFreeMemory(): Promise<(() => void) | null> {
  if (process.platform !== 'linux') return null;
  try {
    const { default: ffi } = await import('koffi');
    const trim = ffi.load(null).func('int malloc_trim(size_t)');
    return () => void trim(0);
  } catch {
    return null;
  }
}
