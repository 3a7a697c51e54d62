import { expect, test } from 'vitest'
import { readChosen, writeChosen } from './permissionText.ts'

const all = ['lighting:cabinet:list', 'lighting:cabinet:edit', 'scada:drawing:list']

test('a role keeps its permissions one a line, in the order of the tree', () => {
  const chosen = readChosen('scada:drawing:list\nlighting:cabinet:list\n', all)
  expect(chosen.known).toEqual(['lighting:cabinet:list', 'scada:drawing:list'])
  expect(writeChosen(chosen)).toBe('lighting:cabinet:list\nscada:drawing:list')
})

test('unknown permissions are kept, and each permission is written on a separate line', () => {
  expect(writeChosen(readChosen('*:*:*\nplugin:own:read\nlighting:cabinet:edit', all))).toBe(
    '*:*:*\nlighting:cabinet:edit\nplugin:own:read',
  )
  expect([writeChosen(readChosen(null, all)), writeChosen(readChosen(' \n', all))]).toEqual([null, null])
})
