import { type Client, createClient } from '../net/client.ts'
import { closedClient } from '../net/closedClient.ts'
import { AlarmStore } from './alarmStore.ts'
import { nowhere } from './browserStorage.ts'
import { DrawingNews } from './drawingNews.ts'
import type { RootStore } from './root.ts'
import { SessionStore } from './session.ts'
import { TelemetryStore, type TelemetryOptions } from './telemetry.ts'

/**
 * The stores for what is shown to who has no account: the same words and colours, and nobody signed in, also where somebody is. Its
 * client asks nothing; live values come by the link that is handed in.
 */
export function createAnonymousStores(root: RootStore, live: Pick<TelemetryOptions, 'credentials' | 'createLink'>): RootStore {
  return {
    ...root,
    client: closedClient,
    elsewhere: () => closedClient.get('', never),
    session: new SessionStore(closedClient, nowhere, () => 0),
    alarms: new AlarmStore({ events: new EventTarget(), mayList: () => false, onNews: () => undefined, count: () => Promise.resolve({ active: 0, returned: 0 }) }),
    drawingNews: new DrawingNews(new EventTarget()),
    telemetry: new TelemetryStore({ url: '', onRefused: () => undefined, ...live }),
  }
}

const never = new AbortController().signal

/** For the open routes: whatever they refuse ends nobody's session, and is told by the page that asked. */
export const anonymousClient = ({ config }: Pick<RootStore, 'config'>): Client =>
  createClient({ baseUrl: () => config.baseUrl, token: () => null, onUnauthorised: () => undefined, onFailure: () => undefined })
