import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { dashboard } from '../../contract/platform/dashboards.ts'
import { createRoot, StoresProvider } from '../stores/root.ts'
import { fakeSurroundings } from '../testing/fakes.ts'
import { FieldEditor } from './FieldEditor.tsx'

test('a point is chosen from a list that is searched, in a cell of rows too, and one that is stored stays', () => {
  const stores = createRoot(
    { baseUrl: 'http://server.test', mqttUrl: 'ws://server.test', qrcode: '' },
    fakeSurroundings(),
  )
  const shown = renderToStaticMarkup(
    <StoresProvider value={stores}>
      <FieldEditor
        id="point"
        field={dashboard.fields.cards.fields['tag']}
        value="factory/valve-01/position"
        project="factory"
        label="Point 1"
        onChange={() => undefined}
      />
    </StoresProvider>,
  )
  expect(shown).toMatch(/<input[^>]*role="combobox"/)
  expect(shown).toContain('factory/valve-01/position')
})
