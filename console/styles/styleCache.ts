import { createCache } from '@ant-design/cssinjs'

/**
 * Style cache for Ant Design that keeps generated styles. The default cache drops the styles of a component with its
 * last instance and regenerates them later, which takes a third of the time of a page change.
 */
export function createStyleCache() {
  const cache = createCache()
  const update = cache.opUpdate.bind(cache)
  // Entries are reference counted; one additional reference keeps them for ever.
  cache.opUpdate = (path, change) =>
    update(path, (before) => {
      const after = change(before)
      return before || !after ? after : [after[0] + 1, after[1]]
    })
  return cache
}
