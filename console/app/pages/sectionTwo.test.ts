import { createMemoryRouter, type RouteObject } from 'react-router-dom'
import { afterEach, describe, expect, test } from 'vitest'
import { getEntity } from '../../../contract/entities.ts'
import { guides } from '../../help/guides.ts'
import { editions } from '../../stores/session/preferences.ts'
import { createRoot, type RootStore } from '../../stores/root.ts'
import { fakeSurroundings } from '../../testing/fakes.ts'
import { getHomePath } from './editions.ts'
import { interstitialRedirect } from './guard.ts'
import type { Page } from './page.ts'
import { allPages, getHighlightedPath, isEntityPage, findPage } from './pages.ts'
import { pages } from '../routes.tsx'

const faces = (path: string): string[] => [path, `${path}ob`, `${path}tunnel`]

/** All paths named in section 2 of the specification, verbatim. */
const topLevel = [
  '/login',
  '/single',
  '/Dmanage',
  '/help',
  '/homepage',
  '/homepagegoogle',
  '/homepageofflinemapmine',
  '/homepageofflinemaptunnel',
  '/scada/topo/fullscreen',
  '/scada/topo/editor',
]
const management = [
  ...faces('/instdet1'),
  ...faces('/instdet2'),
  ...faces('/instdet3'),
  '/djproductlamp',
  '/hjproductloop',
  '/cgqproductsensor',
  ...faces('/cgqinstall'),
  '/opcinstalltunnel',
  '/qydetail',
  '/qytimetable',
  '/qyspec',
  '/qylight',
  '/qyswitch',
  '/stcscdfa',
  '/stcsfalut',
  '/stcssyslog',
  '/stcsdatadict',
  '/stcsrolemage',
  ...faces('/stcsitemdetail'),
  '/stcsworkorderob',
  '/stcsupgrade',
  '/floorsmanage',
  '/tunnelmanage',
  '/camerainstallob',
  '/camerainstalltunnel',
  '/scada/center/scene',
  '/scada/center/temp',
  '/scada/center',
  '/scada/gallery',
  '/scada/echart',
  '/scada/component',
  '/scada/model',
  '/scada/echart/detail',
  '/scada/component/detail',
  '/scene/list/detail',
  '/scene/list/edit',
]
const help = [
  '/SystemIntroduction',
  '/SystemMine',
  '/SystemStreetlamp',
  '/SystemTunnel',
  '/SystemReport',
  '/SystemError',
  '/SystemCamera',
  '/SystemManagement',
]
/** Paths that redirect and show no page. */
const unlistedPaths = ['/login', '/single', '/Dmanage']
const shown = [...topLevel, ...management, ...help].filter((path) => !unlistedPaths.includes(path))

/** Requirements of the section for single pages. */
const detailPages: Readonly<Record<string, { readonly title: string; readonly highlights: string }>> = {
  '/scada/echart/detail': { title: 'Chart detail', highlights: '/scada/echart' },
  '/scada/component/detail': { title: 'Component detail', highlights: '/scada/component' },
}
const outsideMenus = ['/scada/topo/fullscreen', '/scada/topo/editor']

const routers: ReturnType<typeof createMemoryRouter>[] = []
afterEach(() => {
  for (const router of routers.splice(0)) router.dispose()
})

describe.each(shown)('section 2: %s', (path) => {
  const page = findPage(path)

  test('is a page with a screen and a title in both languages', async () => {
    expect(page).toBeDefined()
    if (!page) return
    expect(page.words.en).toMatch(/[A-Za-z]/)
    expect(page.words.zh).toMatch(/\p{Script=Han}/u)
    if (isEntityPage(page.shows))
      expect(Object.keys(getEntity(page.shows.entity).fields)).toEqual(
        expect.arrayContaining([...(page.shows.only ?? []), ...Object.keys(page.shows.preset ?? {})]),
      )
    else expect(page.shows.load).toBeTypeOf('function')
    expect((await openAt(path, 'ann')).matched()).toBe(path)
  })

  test('asks for a username', async () => {
    expect((await openAt(path, null)).place()).toBe(`/login?from=${encodeURIComponent(path)}`)
    expect(interstitialRedirect({ username: null, mustChangePassword: false, mustSetSecondStep: false }, path)).toBe(
      `/login?from=${encodeURIComponent(path)}`,
    )
    expect(
      interstitialRedirect({ username: 'ann', mustChangePassword: false, mustSetSecondStep: false }, path),
    ).toBeNull()
  })

  test.skipIf(outsideMenus.includes(path))('highlights an entry of a menu that has it', () => {
    if (!page) return
    const menu = getMenu(page.editions?.[0] ?? 'street')
    expect(getHighlightedPath(path, menu)).toBe(page.group === undefined ? page.highlights : path)
    expect(menu.map((entry) => entry.path)).toContain(getHighlightedPath(path, menu))
  })
})

test.each(Object.entries(detailPages))(
  'section 2: %s has its title, is not cached and highlights its list',
  (path, { title, highlights }) => {
    expect(findPage(path)).toMatchObject({ words: { en: title }, highlights })
    expect(findPage(path)?.isCached ?? false).toBe(false)
  },
)

test('section 2: every other page of the management is cached but those that are about one thing', () => {
  const fresh = management.filter((path) => !(findPage(path)?.isCached ?? false))
  expect(fresh.toSorted()).toEqual([
    '/scada/component/detail',
    '/scada/echart/detail',
    '/scene/list/detail',
    '/scene/list/edit',
  ])
})

test('section 2: the running drawing is hidden from menus', () => {
  for (const path of outsideMenus) expect([findPage(path)?.isBare, findPage(path)?.group]).toEqual([true, undefined])
})

test('section 2: plain, ob and tunnel versions are one page with another face', () => {
  for (const path of ['/instdet1', '/instdet2', '/instdet3', '/cgqinstall', '/stcsitemdetail']) {
    const shows = faces(path).map((face) => findPage(face)?.shows)
    expect(shows.map((one) => (one && isEntityPage(one) ? [one.entity, one.variant] : null))).toEqual(
      ['plain', 'ob', 'tunnel'].map((variant) => [shows[0] && isEntityPage(shows[0]) ? shows[0].entity : '', variant]),
    )
  }
})

test('each help page is titled as the help itself is, and each page of the help has a route', () => {
  // `/SystemDesigning` is an addition to the specification.
  expect(Object.fromEntries(guides.map(({ path, title }) => [path, title]))).toEqual(
    Object.fromEntries([...help, '/SystemDesigning'].map((path) => [path, findPage(path)?.words])),
  )
})

test('section 2: the root opens the sign-in page, /Dmanage the home page of the chosen system', async () => {
  expect((await openAt('/', 'ann')).place()).toBe('/login')
  expect((await openAt('/', null)).place()).toBe('/login')
  for (const edition of [null, ...editions])
    expect((await openAt('/Dmanage', 'ann', edition)).place()).toBe(getHomePath(edition))
})

test('section 2: /redirect/{path} opens the path with its query, and a page opened twice is no error', async () => {
  const { router, place } = await openAt('/redirect/scada/center?page=2', 'ann')
  expect(place()).toBe('/scada/center?page=2')
  await router.navigate('/scada/center?page=2')
  await router.navigate('/scada/center?page=2')
  expect([place(), router.state.errors]).toEqual(['/scada/center?page=2', null])
})

test('section 2: /single is open without a username; without a key it leads to the sign-in page', async () => {
  expect((await openAt('/single', null)).place()).toBe('/login')
})

test('an unknown path shows the 404 page to signed-in users and the sign-in page to others', async () => {
  expect((await openAt('/nowhere', 'ann')).matched()).toBe('*')
  expect((await openAt('/nowhere', null)).place()).toBe('/login?from=%2Fnowhere')
})

test('the choice of a system changes the menu: each has its own home and nothing of the others alone', () => {
  for (const edition of editions) {
    const menu = getMenu(edition)
    expect(menu[0]?.path).toBe(getHomePath(edition))
    expect(menu.every((page) => page.editions?.includes(edition) ?? true)).toBe(true)
  }
  expect(getMenu('street').map(({ path }) => path)).not.toContain('/tunnelmanage')
  expect(getMenu('street').map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/strategy/timetable', '/strategy/scene', '/strategy/brightness']),
  )
  expect(getMenu('tunnel').map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      '/monitor/drawings',
      '/homepageofflinemaptunnel',
      '/energy/analysis',
      '/statistics/inspection',
      '/statistics/energy',
      '/statistics/faults',
      '/tunnel/policy',
      '/tunnelsections',
      '/stcssyslog',
      '/stcsworkorderob',
      '/floorsmanage',
      '/tunnel/parameters',
      '/stcsitemdetailtunnel',
      '/thirdpartytunnel',
      '/camerainstalltunnel',
      '/system/accounts',
    ]),
  )
})

const getMenu = (edition: (typeof editions)[number]): Page[] =>
  allPages.filter((page) => page.group !== undefined && (page.editions?.includes(edition) ?? true))

/** Routes of the console without the screens; the tests check only where they lead. */
async function openAt(path: string, username: string | null, edition: (typeof editions)[number] | null = null) {
  const unchanged = {
    ...(username === null ? {} : { loginstate: 'in', token: 't', username }),
    ...(edition === null ? {} : { edition }),
  }
  const stores = createRoot(
    { baseUrl: 'http://server.test', mqttUrl: 'ws://server.test', qrcode: '' },
    fakeSurroundings(unchanged),
  )
  quiet(stores)
  const router = createMemoryRouter(withoutScreens(pages(stores)), {
    initialEntries: [path],
    future: { v8_middleware: true },
  })
  routers.push(router)
  router.initialize()
  await settled(router)
  const place = (): string => router.state.location.pathname + router.state.location.search
  return {
    router,
    place,
    matched: () =>
      router.state.matches
        .map(({ route }) => route.path)
        .filter(Boolean)
        .at(-1),
  }
}

/** Simulates a server that does not answer. */
function quiet(stores: RootStore): void {
  stores.session.restore = () => Promise.resolve()
  stores.drawings.show = () => undefined
  stores.library.show = () => undefined
  stores.library.open = () => undefined
}

async function settled(router: ReturnType<typeof createMemoryRouter>): Promise<void> {
  if (router.state.initialized && router.state.navigation.state === 'idle') return
  await new Promise<void>((done) => {
    const stop = router.subscribe(({ navigation, initialized }) => {
      if (!initialized || navigation.state !== 'idle') return
      stop()
      done()
    })
  })
}

function withoutScreens(routes: RouteObject[]): RouteObject[] {
  return routes.map(
    ({ lazy: _, ...route }) =>
      (route.children ? { ...route, children: withoutScreens(route.children) } : route) as RouteObject,
  )
}
