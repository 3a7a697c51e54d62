import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { sqlIn } from '../support/server/api.ts'
import { startJourney, type Journey } from '../support/browser/journey.ts'
import { navigateInside } from '../support/browser/pages.ts'
import { removeDirectory } from '../support/directories.ts'

const tags = ['street/journey-trend/power', 'street/journey-trend/level'] as const
/** One more than a trend shows. */
const many = Array.from({ length: limits.history.tags + 1 }, (_, i) => `street/journey-many/point${i}`)
let journey: Journey

beforeAll(async () => {
  journey = await startJourney()
  await sqlIn(
    journey.server,
    `insert into tag (path, project, device, point, unit, kind, writable, en, zh)
     values ($1, 'street', 'journey-trend', 'power', 'kW', 'number', false, 'Pump power', '水泵功率'),
       ($2, 'street', 'journey-trend', 'level', 'm', 'number', false, 'Tank level', '水箱液位') on conflict do nothing`,
    [...tags],
  )
  await sqlIn(
    journey.server,
    `insert into tag (path, project, device, point, unit, kind, writable, en, zh)
     select path, 'street', 'journey-many', split_part(path, '/', 3), '', 'number', false, path, path
     from unnest($1::text[]) as path on conflict do nothing`,
    [many],
  )
  // Two days with a value per minute.
  await sqlIn(
    journey.server,
    `insert into tag_history (tag, at, value, quality)
     select id, date_trunc('minute', now()) - s * interval '1 minute', case point when 'power' then 42 else 7 end, 0
     from tag, generate_series(1, 2880) as s where path = any ($1)`,
    [tags],
  )
})
afterEach(({ task }) => journey.review(task.name, task.result?.state === 'fail'))
afterAll(() => journey?.end())

it('two tags are chosen, zoomed, compared, saved, opened again and exported', async () => {
  const tab = await journey.open()
  await tab.goto('/login?from=/trends')
  await tab.signIn('admin', journey.server.adminPassword)
  await tab.read(/No tags selected/)
  for (const tag of tags) await tab.choose('Add a tag…', tag)
  await tab.read(/journey-trend · Pump power[\s\S]*42[\s\S]*journey-trend · Tank level[\s\S]*7/)
  await tab.read(/Times in /)
  await tab.page.evaluate(() => {
    for (const item of document.querySelectorAll('label')) if (item.textContent === '24 hours') item.click()
  })
  await tab.read(/42\s+42\s+42\s+42\s+0\s+42\s+14\d\d\s+100 %/)
  await tab.show('trends-01-two-tags')

  const plot = await tab.see('group', 'Trend of journey-trend · Pump power, journey-trend · Tank level')
  const box = await plot.boundingBox()
  if (!box) throw new Error('the plot has no box')
  const y = box.y + box.height / 2
  await tab.page.mouse.move(box.x + box.width * 0.3, y)
  await tab.page.mouse.down()
  await tab.page.mouse.move(box.x + box.width * 0.6, y, { steps: 5 })
  await tab.page.mouse.up()
  await tab.read(/Past period: /)
  await tab.choose('Comparison', 'Day before')
  await tab.read(/Earlier/)
  // The cursor shows the values of the period and of the day before.
  await tab.page.mouse.move(box.x + box.width / 2, y)
  await tab.read(/At cursor[\s\S]*Pump power\s*kW\s+42\s+42/)
  await tab.show('trends-02-compared')

  await tab.press('Save')
  await tab.press('Save', 'button', 'dialog')
  await tab.read(/Please enter a name/)
  await tab.fill('Name', 'Pumps by night', 'textbox', 'dialog')
  await tab.press('Save', 'button', 'dialog')
  await tab.read(/Trend saved/)
  await navigateInside(tab.page, '/trends/saved')
  await tab.press('Pumps by night', 'link')
  await tab.see('heading', 'Pumps by night')
  await tab.read(/Past period: [\s\S]*Earlier[\s\S]*Pump power[\s\S]*Tank level/)
  await tab.show('trends-03-opened')

  const downloads = await mkdtemp(join(tmpdir(), 'mimic-downloads-'))
  const session = await tab.page.createCDPSession()
  const { id } = tab.page.browserContext()
  await session.send('Browser.setDownloadBehavior', {
    behavior: 'allow',
    ...(id === undefined ? {} : { browserContextId: id }),
    downloadPath: downloads,
  })
  await tab.press('Export')
  await tab.press('Displayed values (CSV)', 'menuitem')
  await expect
    .poll(async () => (await readdir(downloads)).filter((name) => name.endsWith('.csv')), { timeout: 20_000 })
    .toHaveLength(1)
  const [file = ''] = await readdir(downloads)
  const lines = (await readFile(join(downloads, file), 'utf8')).split('\r\n')
  expect(lines[0]).toMatch(
    /^\uFEFFTime \(.+\),journey-trend · Pump power \(kW\),"journey-trend · Pump power \(kW\), Earlier",journey-trend · Tank level \(m\),/,
  )
  expect(lines[1]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3},42,42,7,7$/)
  await removeDirectory(downloads)

  await tab.choose('Comparison', 'No comparison')
  await tab.see('heading', 'Pumps by night *')
  await tab.press('Saved trends', 'link')
  await tab.read(/Leave without saving\?/)
  await tab.press('Keep editing')
  await tab.see('heading', 'Pumps by night *')
  await tab.press('Saved trends', 'link')
  await tab.press('Leave')
  await tab.press('Pumps by night', 'link')
  await tab.see('heading', 'Pumps by night')
  await navigateInside(tab.page, `/trends?tags=${many.join(',')}`)
  await tab.read(/At most 8 tags in a trend/)
})
