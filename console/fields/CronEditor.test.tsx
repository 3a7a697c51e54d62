import i18next from 'i18next'
import { runInAction } from 'mobx'
import { renderToStaticMarkup } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import zoneWords from '../locales/en-us/zone.json'
import { createRoot, StoresProvider } from '../stores/root.ts'
import { fakeSurroundings } from '../testing/fakes.ts'
import { CronEditor } from './CronEditor.tsx'

beforeAll(() =>
  i18next.use(initReactI18next).init({
    lng: 'en',
    interpolation: { escapeValue: false },
    resources: { en: { zone: zoneWords, crud: { cron: { next: 'next {{times}}' } } } },
  }),
)
afterEach(() => {
  vi.useRealTimers()
})

const projects = [
  ['street', 'Asia/Shanghai'],
  ['harbour', 'Europe/Berlin'],
].map(([id, timeZone]) => ({ id, name: id, edition: 'street', timeZone, role: 'super' }))

function shown(zone: string, project: string | undefined, cron = '30 2 * * *') {
  const stores = createRoot(
    { baseUrl: 'http://server.test', mqttUrl: 'ws://server.test', qrcode: '', timeZone: 'UTC' },
    { ...fakeSurroundings(), zone },
  )
  runInAction(() => Object.assign(stores.projects, { isKnown: true, list: projects }))
  const markup = renderToStaticMarkup(
    <StoresProvider value={stores}>
      <CronEditor
        id="cron"
        value={cron}
        isBad={false}
        isDisabled={false}
        maxLength={100}
        zoneNote="plan"
        project={project}
        onChange={() => undefined}
      />
    </StoresProvider>,
  )
  return {
    times: /next ([^<]*)/.exec(markup)?.[1],
    note: /role="note">([^<]*)/.exec(markup)?.[1]?.replaceAll('&#x27;', "'"),
  }
}

test('the next runs of a project schedule are in the project time zone, with a note if the browser uses another', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T17:00:00Z') })
  for (const zone of ['UTC', 'America/New_York', 'Asia/Shanghai']) {
    expect([zone, shown(zone, 'street')]).toEqual([
      zone,
      {
        times: '11-22 02:30, 11-23 02:30, 11-24 02:30',
        note:
          zone === 'Asia/Shanghai'
            ? undefined
            : `Times in the project time zone, Asia/Shanghai. This browser: ${zone}.`,
      },
    ])
  }
})

test('a change of the clocks moves it as it moves the project, not the browser', () => {
  vi.useFakeTimers({ now: Date.parse('2026-03-28T12:00:00Z') })
  expect(
    ['UTC', 'Asia/Shanghai', 'America/New_York'].map((zone) => shown(zone, 'harbour', '30 8 * * *').times),
  ).toEqual(Array.from({ length: 3 }, () => '03-29 08:30, 03-30 08:30, 03-31 08:30'))
})

test('no next runs are shown until one of several projects is selected', () => {
  expect(shown('UTC', undefined)).toEqual({
    times: undefined,
    note: 'Times in the project time zones, Asia/Shanghai, Europe/Berlin. This browser: UTC.',
  })
})
