import type { Drawing } from '@mimic/engine/document'
import type { BrowserContext } from 'puppeteer'
import { call } from '../server/api.ts'
import type { Journey } from './journey.ts'
import { openSignedIn } from './pages.ts'
import type { RunningServer } from '../server/server.ts'
import type { Tab } from './tab.ts'

/** Creates an empty drawing in project `street`. Returns its id. */
export async function createDrawing(server: RunningServer, token: string, name: string): Promise<string> {
  const { data, text } = await call(server, 'drawing.create', { token, body: { project: 'street', name } })
  if (!data) throw new Error(text)
  return data.id
}

/** Returns the drawing stored on the server. */
export async function storedDrawing(server: RunningServer, token: string, id: string): Promise<Drawing> {
  const { data } = await call(server, 'drawing.read', { token, params: { id } })
  return data.drawing
}

/** Opens a drawing in the designer, signed in as administrator unless another account is given. */
export async function openDesigner(
  journey: Journey,
  id: string,
  {
    context,
    account = { name: 'admin', password: journey.server.adminPassword },
  }: {
    readonly context?: BrowserContext
    readonly account?: { readonly name: string; readonly password: string }
  } = {},
): Promise<Tab> {
  const tab = await journey.open(context)
  await openSignedIn(tab, `/scada/topo/editor?id=${id}`, account)
  await tab.see('application', '')
  return tab
}

/** Saves and waits until this revision is reported as saved. */
export async function saveRevision(tab: Tab, revision: number): Promise<void> {
  await tab.press('Save')
  await tab.read(new RegExp(`saved · revision ${revision}`))
}
