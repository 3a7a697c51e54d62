import { PNG } from 'pngjs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStagePage, type StagePageHost } from '../support/stagePage.ts'

let host: StagePageHost
beforeAll(async () => { host = await openStagePage() })
afterAll(async () => { await host.close() })

it('hits what is seen where it is seen, follows a group’s live values, and paints an edited shadow', async () => {
  expect(await host.page.evaluate(() => window.stagePage.live())).toEqual({
    'inside an area': 'polygon', 'beside an area': 'nothing',
    'where it was drawn': 'nothing', 'where it is now': 'left',
    'of a hidden group': [false, false],
    'of a moved group': [300, 'left', 'nothing'],
    'given back': ['left', 100],
    'slid away, then stopped': ['nothing', 'right', 'right', 'nothing'],
  })
  const { data } = PNG.sync.read(Buffer.from(await host.shoot()))
  let red = 0
  for (let i = 0; i < data.length; i += 4) if (data[i] > 200 && data[i + 1] < 60 && data[i + 2] < 60) red++
  expect(red).toBeGreaterThan(200)
})
