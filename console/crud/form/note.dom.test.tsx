import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { cabinet } from '../../../contract/lighting/cabinet.ts'
import { createRoot, StoresProvider } from '../../stores/root.ts'
import { fakeSurroundings } from '../../testing/fakes.ts'
import { FieldList } from './FieldList.tsx'

test('a field that no function uses is marked in the form, others are not', () => {
  const stores = createRoot(
    { baseUrl: 'http://server.test', mqttUrl: 'ws://server.test', qrcode: '' },
    fakeSurroundings(),
  )
  render(
    <StoresProvider value={stores}>
      <FieldList
        fields={Object.entries({ phone: cabinet.fields.phone, name: cabinet.fields.name })}
        values={{}}
        problems={{}}
        project="p"
        onChange={() => undefined}
      />
    </StoresProvider>,
  )
  expect(screen.getAllByText('For information only.').length).toBe(1)
})
