import { reaction } from 'mobx'
import { memo } from 'react'
import {
  createBrowserRouter,
  type MiddlewareFunction,
  Outlet,
  redirect,
  replace,
  type RouteObject,
} from 'react-router-dom'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { CallFailure } from '../net/failure.ts'
import type { RootStore } from '../stores/root.ts'
import { loadChunk } from './routing/chunk.ts'
import { getHomePath } from './pages/editions.ts'
import { getPathAfterSignIn, interstitialRedirect, redirectTarget, signInPath, singlePath } from './pages/guard.ts'
import type { EntityPage, Page } from './pages/page.ts'
import { allPages, getEditionSwitch, isEntityPage, findPage } from './pages/pages.ts'
import { type PageHandle, PageTitle } from './shell/PageTitle.tsx'
import { RouteErrorPage } from './routing/RouteErrorPage.tsx'
import { signInWithTicket } from './routing/singleSignOn.ts'
import { PageQueryCache } from './shell/pageQueryCache.ts'

/**
 * Creates the router from the declared pages. Each screen is a separate chunk, loaded when it opens. Screens are
 * memoised because the router notifies at the start and end of each navigation.
 *
 * Children of the shell use the absolute paths of the specification, so the shell is a route without a path.
 */
export function createRouter(stores: RootStore) {
  return createBrowserRouter(
    [{ ErrorBoundary: RouteErrorPage, HydrateFallback: Blank, element: <Root />, children: pages(stores) }],
    { future: { v8_middleware: true } },
  )
}

export function pages(stores: RootStore): RouteObject[] {
  const { session, preferences } = stores
  const queryCache = new PageQueryCache()

  /** Runs before each navigation to a page behind the sign-in, and before its loaders. */
  const guarded: MiddlewareFunction = async ({ request }) => {
    const { pathname, search } = new URL(request.url)
    await confirm(stores)
    // No valid session in this tab: try to adopt one from another tab.
    if (interstitialRedirect(session, pathname, search) !== null) await joinOtherTabs(stores)
    const redirectPath = interstitialRedirect(session, pathname, search)
    if (redirectPath !== null) throw redirect(redirectPath)
    const cachedQuery = queryCache.open(session.username, pathname, search, findPage(pathname))
    if (cachedQuery !== null) throw redirect(pathname + cachedQuery)
    const newEdition = getEditionSwitch(pathname, preferences.edition)
    if (newEdition !== null) preferences.enter(newEdition)
  }

  const createRoute = (page: Page): RouteObject => {
    const { shows } = page
    const handle: PageHandle = { words: page.words }
    if (isEntityPage(shows))
      return { path: page.path, handle, lazy: () => loadChunk(() => loadEntityPage(stores, page, shows)) }
    return {
      path: page.path,
      handle,
      loader: ({ request }) => {
        shows.prepare?.(stores, new URL(request.url).searchParams)
        return null
      },
      lazy: async () => ({ Component: memo(await loadChunk(() => shows.load())) }),
    }
  }

  return [
    { path: '/', Component: Blank, loader: () => replace(signInPath) },
    {
      path: signInPath,
      handle: { words: { en: 'Sign in', zh: '登录' } } satisfies PageHandle,
      loader: async () => {
        await confirm(stores)
        await joinOtherTabs(stores)
        return null
      },
      lazy: async () => ({ Component: (await loadChunk(() => import('../signin/SignInPage.tsx'))).SignInPage }),
    },
    {
      path: singlePath,
      Component: Blank,
      loader: async ({ request }) => {
        throw replace(await signInWithTicket(stores, new URL(request.url).searchParams))
      },
    },
    {
      middleware: [guarded],
      loader: () => null,
      children: [
        {
          path: '/redirect/*',
          Component: Blank,
          loader: ({ request }) => {
            const { pathname, search } = new URL(request.url)
            return replace(redirectTarget(pathname, search))
          },
        },
        { path: '/Dmanage', Component: Blank, loader: () => redirect(getHomePath(preferences.edition)) },
        {
          lazy: async () => ({ Component: (await loadChunk(() => import('./shell/ThemeProvider.tsx'))).ThemeProvider }),
          children: [
            {
              lazy: async () => ({ Component: memo((await loadChunk(() => import('./shell/Shell.tsx'))).Shell) }),
              children: allPages.filter(({ isBare }) => !isBare).map(createRoute),
            },
            ...allPages.filter(({ isBare }) => isBare).map(createRoute),
            {
              path: '*',
              handle: { words: { en: 'Page not found', zh: '页面不存在' } } satisfies PageHandle,
              lazy: async () => ({
                Component: (await loadChunk(() => import('./routing/NotFoundPage.tsx'))).NotFoundPage,
              }),
            },
          ],
        },
      ],
    },
  ]
}

/**
 * Redirects to the sign-in page when the session ends, or when its role starts to require two-factor sign-in, and
 * clears the stores. If another tab signs in, a tab on the sign-in page continues. Returns a function that stops the
 * observers.
 */
export function followSession(
  stores: RootStore,
  router: Pick<ReturnType<typeof createRouter>, 'state' | 'navigate'>,
): () => void {
  const stopSecondStep = reaction(
    () => stores.session.mustSetSecondStep,
    (mustSetSecondStep) => {
      const { pathname, search } = router.state.location
      const redirectPath = mustSetSecondStep ? interstitialRedirect(stores.session, pathname, search) : null
      if (redirectPath !== null) void router.navigate(redirectPath)
    },
  )
  const stopSession = reaction(
    () => stores.session.isSignedIn,
    (isSignedIn) => {
      if (isSignedIn) return
      stores.drawings.clear()
      stores.library.clear()
      stores.entities.clear()
      stores.dictionaries.clear()
      stores.alarms.clear()
      stores.serverAlarms.clear()
      stores.tokens.clear()
      stores.profile.clear()
      stores.secondStep.clear()
      const { pathname, search } = router.state.location
      const redirectPath = interstitialRedirect(anonymousVisitor, pathname, search)
      if (redirectPath !== null) void router.navigate(redirectPath)
    },
  )
  const stopTakeover = reaction(
    () => stores.session.takeoverCount,
    () => {
      // The redirect caused by the previous session's end may still be in progress.
      const { pathname, search } = router.state.navigation.location ?? router.state.location
      if (pathname === signInPath)
        void router.navigate(getPathAfterSignIn(new URLSearchParams(search).get('from')), { replace: true })
    },
  )
  return () => {
    stopTakeover()
    stopSecondStep()
    stopSession()
  }
}

const anonymousVisitor = { username: null, mustChangePassword: false, mustSetSecondStep: false }

/**
 * Restores the session after a reload: only the server can confirm whether the stored token is valid and to which
 * account it belongs.
 */
async function confirm({ session }: RootStore): Promise<void> {
  try {
    await session.restore()
  } catch (thrown) {
    // A refused token has already closed the session. If the server does not answer, the page itself reports the
    // failure.
    if (!(thrown instanceof CallFailure)) throw thrown
  }
}

async function joinOtherTabs(stores: RootStore): Promise<void> {
  await stores.session.join()
  await confirm(stores)
}

async function loadEntityPage(
  stores: RootStore,
  { path, words }: Page,
  shows: EntityPage,
): Promise<Pick<RouteObject, 'Component' | 'loader'>> {
  const [{ EntityPage: Screen }, { preloadEntityPage }, more] = await Promise.all([
    import('../crud/EntityPage.tsx'),
    import('../crud/config/preload.ts'),
    shows.more?.(),
  ])
  return {
    loader: ({ request }) => {
      preloadEntityPage(stores, shows, new URL(request.url).searchParams)
      return null
    },
    Component: memo(function PageOfEntity() {
      return <Screen path={path} title={useLocalized()(words)} shows={shows} more={more} />
    }),
  }
}

function Root() {
  return (
    <>
      <PageTitle />
      <Outlet />
    </>
  )
}

function Blank() {
  return <div aria-busy="true" />
}
