import { runInAction } from 'mobx'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type EntityField, instant } from '../../contract/entity/field.ts'
import { cabinet } from '../../contract/lighting/cabinet.ts'
import { energyData } from '../../contract/lighting/energy.ts'
import { account } from '../../contract/system/access.ts'
import { product } from '../../contract/platform/device.ts'
import { createRoot, StoresProvider } from '../stores/root.ts'
import { fakeSurroundings } from '../testing/fakes.ts'
import { FieldCell } from './FieldCell.tsx'
import { FieldEditor } from './FieldEditor.tsx'

test('nested rows are summarized by their references, or by their count', () => {
  const stores = createRoot(
    { baseUrl: 'http://server.test', mqttUrl: 'ws://server.test', qrcode: '' },
    fakeSurroundings(),
  )
  const render = (cell: ReactNode): string =>
    renderToStaticMarkup(<StoresProvider value={stores}>{cell}</StoresProvider>)
  const held = [
    { project: 'e', role: 'operator' },
    { project: 'w', role: 'manager' },
  ]
  expect(
    render(
      <FieldCell field={account.fields.projects} value={held} row={{ titles: { e: 'East works', w: 'West works' } }} />,
    ),
  ).toBe('East works, West works')
  const property = {
    identifier: 'pressure',
    label: 'Pressure',
    type: 'decimal',
    unit: 'bar',
    min: null,
    max: null,
    isWritable: false,
  }
  expect(
    [1, 2].map((count) =>
      render(
        <FieldCell
          field={product.fields.properties}
          value={Array.from({ length: count }, () => property)}
          row={{ titles: {} }}
        />,
      ),
    ),
  ).toEqual(['1 entry', '2 entries'])
})

test('a device is shown by its title, with its name as a tooltip', () => {
  const stores = createRoot(
    { baseUrl: 'http://server.test', mqttUrl: 'ws://server.test', qrcode: '' },
    fakeSurroundings(),
  )
  const render = (titles: Readonly<Record<string, string>>): string =>
    renderToStaticMarkup(
      <StoresProvider value={stores}>
        <FieldCell field={energyData.fields.device} value="cabinet-002" row={{ titles }} />
      </StoresProvider>,
    )
  expect(render({ 'cabinet-002': 'West gate' })).toBe('<span title="cabinet-002">West gate</span>')
  expect(render({})).toContain('cabinet-002</span>')
})

test('dates are displayed and entered in the project time zone in any browser', () => {
  const at = Date.parse('2026-11-20T16:00:00Z')
  for (const zone of ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Shanghai']) {
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
    const render = (node: ReactNode): string =>
      renderToStaticMarkup(<StoresProvider value={stores}>{node}</StoresProvider>)
    const cell = (field: EntityField): string =>
      render(<FieldCell field={field} value={at} row={{ titles: {}, project: 'street' }} />)
    expect([zone, cell(cabinet.fields.installedAt), cell(energyData.fields.at)]).toEqual([
      zone,
      expect.stringContaining('>2026-11-21<'),
      expect.stringContaining('2026-11-21 00:00:00'),
    ])
    expect([
      zone,
      render(
        <FieldEditor
          id="day"
          field={cabinet.fields.installedAt}
          value={at}
          project="street"
          onChange={() => undefined}
        />,
      ),
    ]).toEqual([zone, expect.stringContaining('value="2026-11-21"')])
  }
})

test('a date is neither displayed nor editable while its time zone is unknown, with a note; other times are not affected', () => {
  const stores = createRoot(
    { baseUrl: 'http://server.test', mqttUrl: 'ws://server.test', qrcode: '' },
    fakeSurroundings(),
  )
  const render = (field: EntityField): string =>
    renderToStaticMarkup(
      <StoresProvider value={stores}>
        <FieldEditor
          id="day"
          field={field}
          value={Date.parse('2026-11-20T16:00:00Z')}
          project="street"
          onChange={() => undefined}
        />
      </StoresProvider>,
    )
  expect(render(cabinet.fields.installedAt)).toMatch(/<input[^>]* disabled=""[^>]* value=""/)
  expect(render(cabinet.fields.lastOnlineAt)).toContain('value="2026-11-')
  const cells = () =>
    [cabinet.fields.installedAt, energyData.fields.at, cabinet.fields.lastOnlineAt].map(
      (field) =>
        /[^<>]*(?=<\/span>)/.exec(
          renderToStaticMarkup(
            <StoresProvider value={stores}>
              <FieldCell
                field={field}
                value={Date.parse('2026-11-20T16:00:00Z')}
                row={{ titles: {}, project: 'street' }}
              />
            </StoresProvider>,
          ),
        )?.[0],
    )
  expect(cells()).toEqual(['–', '–', expect.stringMatching(/^2026-11-2\d /)])
  expect(
    [cabinet.fields.installedAt, cabinet.fields.lastOnlineAt].map((field) =>
      /role="status">[^<]*unknown/.test(render(field)),
    ),
  ).toEqual([true, false])
  runInAction(() => Object.assign(stores.projects, { isKnown: true }))
  expect(render(cabinet.fields.installedAt)).toContain('value="2026-11-')
  expect([cells().includes('–'), render(cabinet.fields.installedAt).includes('unknown')]).toEqual([false, false])
})

test('the form shows a time in the time zone of the plant, even within the hour that daylight saving skips in the browser', () => {
  const own = process.env['TZ']
  process.env['TZ'] = 'Europe/Berlin'
  try {
    const stores = createRoot(
      { baseUrl: 'http://server.test', mqttUrl: 'ws://server.test', qrcode: '' },
      { ...fakeSurroundings(), zone: 'Europe/Berlin' },
    )
    runInAction(() =>
      Object.assign(stores.projects, {
        isKnown: true,
        list: [{ id: 'street', name: 'Street', edition: 'street', timeZone: 'Asia/Shanghai', role: 'super' }],
      }),
    )
    const at = Date.parse('2026-03-28T18:30:00Z')
    expect(
      renderToStaticMarkup(
        <StoresProvider value={stores}>
          <FieldEditor
            id="at"
            field={instant({ en: 'At', zh: '时间' }, { clock: 'project' })}
            value={at}
            project="street"
            onChange={() => undefined}
          />
        </StoresProvider>,
      ),
    ).toContain('value="2026-03-29 02:30:00"')
  } finally {
    process.env['TZ'] = own
  }
})
