import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { EntityField } from '../../../contract/entity/field.ts'
import { findFieldFault } from '../../../contract/entity/read.ts'
import { accessChannel } from '../../../contract/lighting/accessChannel.ts'
import { sensor } from '../../../contract/lighting/sensor.ts'
import { linkage } from '../../../contract/scada/linkage.ts'
import { createRoot, StoresProvider } from '../../stores/root.ts'
import { fakeSurroundings } from '../../testing/fakes.ts'
import { FieldList } from './FieldList.tsx'

const shown = (name: string, field: EntityField): string => {
  const stores = createRoot(
    { baseUrl: 'http://server.test', mqttUrl: 'ws://server.test', qrcode: '' },
    fakeSurroundings(),
  )
  return renderToStaticMarkup(
    <StoresProvider value={stores}>
      <FieldList
        fields={[[name, field]]}
        values={{ source: 'tcp', transport: 'tcp' }}
        problems={{}}
        project="p"
        onChange={() => undefined}
      />
    </StoresProvider>,
  )
}

test('a delay field shows its unit and its limit once', () => {
  expect(shown('delayS', sensor.fields.delayS)).toMatch(/0 – 3600 s\. How long/)
  expect(shown('timeoutS', { ...accessChannel.fields.timeoutS })).toContain('1 – 3600 s')
  expect(shown('delay', linkage.fields.delay)).toContain('At most 90 s')
  expect(shown('delay', linkage.fields.delay)).not.toContain('0 – 90 s')
  expect(shown('silence', linkage.fields.silence)).toContain('0 to 1440 minutes or seconds')
})

test('a delay above its limit is rejected with the limit and its unit', () => {
  expect(findFieldFault(linkage.fields.delay, 91)).toEqual({
    en: 'Delay: must be from 0 to 90 s',
    zh: '延时执行：应在 0 到 90 s 之间',
  })
})
