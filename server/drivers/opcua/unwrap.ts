/** Exports of a CommonJS package; not all of them are recognized as named exports. */
export const unwrap = <T extends object>(loaded: T): T =>
  'default' in loaded && typeof loaded.default === 'object' && loaded.default !== null ? (loaded.default as T) : loaded
