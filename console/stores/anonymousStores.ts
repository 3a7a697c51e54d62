import { type Client, createClient } from '../net/client.ts'
import { closedClient } from '../net/closedClient.ts'
import { AlarmStore } from './live/alarmStore.ts'
import { nowhere } from './session/browserStorage.ts'
import { DrawingEvents } from './drawings/drawingEvents.ts'
import type { RootStore } from './root.ts'
import { ServerAlarmStore } from './live/serverAlarmStore.ts'
import { SessionStore } from './session/session.ts'
import { TelemetryStore, type TelemetryOptions } from './live/telemetry.ts'

/**
 * Creates stores for pages without an account: shared preferences, but no session, even if one exists in this browser.
 * The client sends no requests; live values arrive through the given link.
 */
export function createAnonymousStores(
  root: RootStore,
  live: Pick<TelemetryOptions, 'credentials' | 'createLink'>,
): RootStore {
  return {
    ...root,
    client: closedClient,
    externalFetch: () => closedClient.get('', neverSignal),
    session: new SessionStore(closedClient, nowhere, () => 0),
    alarms: new AlarmStore({
      events: new EventTarget(),
      mayList: () => false,
      onChange: () => undefined,
      count: () => Promise.resolve({ active: 0, returned: 0 }),
    }),
    serverAlarms: new ServerAlarmStore(closedClient),
    drawingEvents: new DrawingEvents(new EventTarget()),
    telemetry: new TelemetryStore({ url: '', onRefused: () => undefined, ...live }),
  }
}

const neverSignal = new AbortController().signal

/** Client for public routes. A 401 ends no session, and the caller shows failures. */
export const anonymousClient = ({ config }: Pick<RootStore, 'config'>): Client =>
  createClient({
    baseUrl: () => config.baseUrl,
    token: () => null,
    onUnauthorised: () => undefined,
    onFailure: () => undefined,
  })
