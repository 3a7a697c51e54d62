import { createMemoryRouter, type RouteObject } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import { createRoot } from '../stores/root.ts'
import { fakeSurroundings } from '../testing/fakes.ts'
import { pages } from './routes.tsx'

const routers: ReturnType<typeof createMemoryRouter>[] = []
afterEach(() => {
  for (const router of routers.splice(0)) router.dispose()
})

/** Creates the routes of the console without the screens. */
async function openAt(path: string, isSignedIn: boolean) {
  const stores = createRoot(
    { baseUrl: 'http://server.test', mqttUrl: 'ws://server.test', qrcode: '' },
    fakeSurroundings(isSignedIn ? { loginstate: 'in', token: 't', username: 'ann' } : {}),
  )
  stores.session.restore = () => Promise.resolve()
  stores.drawings.show = (query) => {
    shown.push(query.page)
  }
  const shown: number[] = []
  const router = createMemoryRouter(withoutScreens(pages(stores)), {
    initialEntries: [path],
    future: { v8_middleware: true },
  })
  routers.push(router)
  await new Promise<void>((settle) => {
    router.subscribe(({ navigation, initialized }) => {
      if (initialized && navigation.state === 'idle') settle()
    })
    router.initialize()
  })
  const place = () => router.state.location.pathname + router.state.location.search
  return {
    router,
    shown,
    place,
    matched: () =>
      router.state.matches
        .map(({ route }) => route.path)
        .filter(Boolean)
        .at(-1),
  }
}

function withoutScreens(routes: RouteObject[]): RouteObject[] {
  return routes.map(
    ({ lazy: _, ...route }) =>
      (route.children ? { ...route, children: withoutScreens(route.children) } : route) as RouteObject,
  )
}

test('section 2: each guarded page leads to the sign-in page without a username, and no data is asked for', async () => {
  const paths = [
    '/scada/center?page=2',
    '/scada/topo/editor?id=7',
    '/scada/topo/fullscreen?id=7',
    '/Dmanage',
    '/redirect/scada/center',
    '/nowhere',
  ]
  for (const path of paths) {
    const page = await openAt(path, false)
    expect([page.place().split('?')[0], page.shown]).toEqual(['/login', []])
  }
})

test('section 2: for a signed-in user, the list follows its URL and an unknown path shows the 404 page', async () => {
  const list = await openAt('/scada/center?page=2', true)
  expect([list.place(), list.shown]).toEqual(['/scada/center?page=2', [2]])
  expect((await openAt('/nowhere', true)).matched()).toBe('*')
  expect((await openAt('/scada/topo/editor?id=7', true)).place()).toBe('/scada/topo/editor?id=7')
})

test('section 2: navigating to the same route twice raises no error', async () => {
  const { router, shown, place } = await openAt('/scada/center', true)
  await router.navigate('/scada/center')
  await router.navigate('/scada/center')
  expect([place(), shown, router.state.errors]).toEqual(['/scada/center', [1, 1, 1], null])
})
