import i18next from 'i18next'
import { runInAction } from 'mobx'
import { renderToStaticMarkup } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import { beforeAll, expect, test } from 'vitest'
import { linkage } from '../../contract/scada/linkage.ts'
import zoneWords from '../locales/zh-cn/zone.json'
import { createRoot, StoresProvider } from '../stores/root.ts'
import { fakeSurroundings } from '../testing/fakes.ts'
import { LinkageRows } from './LinkageRows.tsx'

beforeAll(() =>
  i18next
    .use(initReactI18next)
    .init({ lng: 'zh', interpolation: { escapeValue: false }, resources: { zh: { zone: zoneWords } } }),
)

test('the time of a timed trigger is in the project time zone, with a note in browsers of other zones', () => {
  const noted = (zone: string, source: string): string | undefined => {
    const stores = createRoot(
      { baseUrl: 'http://server.test', mqttUrl: 'ws://server.test', qrcode: '' },
      { ...fakeSurroundings(), zone },
    )
    runInAction(() =>
      Object.assign(stores.projects, {
        isKnown: true,
        list: [{ id: 'street', name: 'Street', edition: 'street', timeZone: 'Asia/Shanghai', role: 'super' }],
      }),
    )
    const value = [{ source, isCron: false, time: '18:00', weekdays: ['1'] }]
    return /role="note">([^<]*)/.exec(
      renderToStaticMarkup(
        <StoresProvider value={stores}>
          <LinkageRows
            id="triggers"
            field={linkage.fields.triggers}
            value={value}
            project="street"
            onChange={() => undefined}
          />
        </StoresProvider>,
      ),
    )?.[1]
  }
  expect([
    noted('Europe/Berlin', 'timed'),
    noted('Asia/Shanghai', 'timed'),
    noted('Asia/Taipei', 'timed'),
    noted('Europe/Berlin', 'custom'),
  ]).toEqual(['时间按项目时区（Asia/Shanghai）计，本机时区为 Europe/Berlin。', undefined, undefined, undefined])
})
