import { expect, it } from 'vitest'
import { createStyleCache } from './styleCache.ts'

it('keeps a style after its last user is removed', () => {
  const styles = createStyleCache()
  const enter = (): void => styles.opUpdate('button', (before) => [(before?.[0] ?? 0) + 1, 'made']) // same reference counting as Ant Design
  const leave = (): void =>
    styles.opUpdate('button', (before) => (before && before[0] > 1 ? [before[0] - 1, before[1]] : null))
  enter()
  leave()
  expect(styles.opGet('button')).toEqual([1, 'made'])
  enter()
  enter()
  leave()
  leave()
  expect(styles.opGet('button')).toEqual([1, 'made'])
})
