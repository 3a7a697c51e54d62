import { reaction } from 'mobx'
import { memo } from 'react'
import { createBrowserRouter, type MiddlewareFunction, Outlet, redirect, replace, type RouteObject } from 'react-router-dom'
import { useLocalized } from '../kit/useLocalized.ts'
import { CallFailure } from '../net/failure.ts'
import type { RootStore } from '../stores/root.ts'
import { loadChunk } from './chunk.ts'
import { homeOf } from './editions.ts'
import { afterSignIn, interstitialRedirect, redirectTarget, signInPath, singlePath } from './guard.ts'
import type { EntityPage, Page } from './page.ts'
import { allPages, editionAt, isEntityPage, pageAt } from './pages.ts'
import { type PageHandle, PageTitle } from './PageTitle.tsx'
import { RouteErrorPage } from './RouteErrorPage.tsx'
import { signInWithTicket } from './singleSignOn.ts'
import { PageQueryCache } from './pageQueryCache.ts'

/**
 * Every page of the console, from the pages as data. A screen is a chunk of its own: what it draws with is loaded when it is
 * opened. What is open is memoised: the router tells of each navigation when it begins and again when it ends. Children of the shell keep the absolute paths of the specification, so the shell is a route without a path.
 */
export function createRouter(stores: RootStore) {
  return createBrowserRouter(
    [{ ErrorBoundary: RouteErrorPage, HydrateFallback: Blank, element: <Root />, children: pages(stores) }],
    { future: { v8_middleware: true } },
  )
}

export function pages(stores: RootStore): RouteObject[] {
  const { session, preferences } = stores
  const visits = new PageQueryCache()

  /** Before each navigation to a page behind the sign-in, and before its loaders. */
  const guarded: MiddlewareFunction = async ({ request }) => {
    const { pathname, search } = new URL(request.url)
    await confirm(stores)
    // Nobody is signed in here, or by now nobody is any more.
    if (interstitialRedirect(session, pathname, search) !== null) await joinOthers(stores)
    const elsewhere = interstitialRedirect(session, pathname, search)
    if (elsewhere !== null) throw redirect(elsewhere)
    const kept = visits.arrive(session.username, pathname, search, pageAt(pathname))
    if (kept !== null) throw redirect(pathname + kept)
    const entered = editionAt(pathname, preferences.edition)
    if (entered !== null) preferences.enter(entered)
  }

  const routeOf = (page: Page): RouteObject => {
    const { shows } = page
    const handle: PageHandle = { words: page.words }
    if (isEntityPage(shows)) return { path: page.path, handle, lazy: () => loadChunk(() => loadEntityPage(stores, page, shows)) }
    return {
      path: page.path, handle,
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
        await joinOthers(stores)
        return null
      },
      lazy: async () => ({ Component: (await loadChunk(() => import('../signin/SignInPage.tsx'))).SignInPage }),
    },
    { path: singlePath, Component: Blank, loader: async ({ request }) => { throw replace(await signInWithTicket(stores, new URL(request.url).searchParams)) } },
    {
      middleware: [guarded],
      loader: () => null,
      children: [
        {
          path: '/redirect/*', Component: Blank,
          loader: ({ request }) => {
            const { pathname, search } = new URL(request.url)
            return replace(redirectTarget(pathname, search))
          },
        },
        { path: '/Dmanage', Component: Blank, loader: () => redirect(homeOf(preferences.edition)) },
        {
          lazy: async () => ({ Component: (await loadChunk(() => import('./ThemeProvider.tsx'))).ThemeProvider }),
          children: [
            { lazy: async () => ({ Component: memo((await loadChunk(() => import('./Shell.tsx'))).Shell) }), children: allPages.filter(({ isBare }) => !isBare).map(routeOf) },
            ...allPages.filter(({ isBare }) => isBare).map(routeOf),
            {
              path: '*', handle: { words: { en: 'Page not found', zh: '页面不存在' } } satisfies PageHandle,
              lazy: async () => ({ Component: (await loadChunk(() => import('./NotFoundPage.tsx'))).NotFoundPage }),
            },
          ],
        },
      ],
    },
  ]
}

/**
 * A session that ends, by the person or refused by the server, leads to the sign-in page and leaves nothing behind. There too leads a role
 * that begins to demand a second step while one without it is at work. Who waits there goes on once somebody signs in by another tab.
 */
export function followSession(stores: RootStore, router: Pick<ReturnType<typeof createRouter>, 'state' | 'navigate'>): () => void {
  const unheed = reaction(() => stores.session.mustSetSecondStep, (mustSetSecondStep) => {
    const { pathname, search } = router.state.location
    const elsewhere = mustSetSecondStep ? interstitialRedirect(stores.session, pathname, search) : null
    if (elsewhere !== null) void router.navigate(elsewhere)
  })
  const unhear = reaction(() => stores.session.isSignedIn, (isSignedIn) => {
    if (isSignedIn) return
    stores.drawings.clear()
    stores.library.clear()
    stores.entities.clear()
    stores.dictionaries.clear()
    stores.alarms.clear()
    stores.tokens.clear()
    stores.profile.clear()
    stores.secondStep.clear()
    const { pathname, search } = router.state.location
    const elsewhere = interstitialRedirect(nobody, pathname, search)
    if (elsewhere !== null) void router.navigate(elsewhere)
  })
  const unjoin = reaction(() => stores.session.joins, () => {
    // The page may still be on its way to which the end of the session before has led.
    const { pathname, search } = router.state.navigation.location ?? router.state.location
    if (pathname === signInPath) void router.navigate(afterSignIn(new URLSearchParams(search).get('from')), { replace: true })
  })
  return () => {
    unjoin()
    unheed()
    unhear()
  }
}

const nobody = { username: null, mustChangePassword: false, mustSetSecondStep: false }

/** A reload finds a token in the session; only the server can say whether it still holds, and whose it is. */
async function confirm({ session }: RootStore): Promise<void> {
  try {
    await session.restore()
  } catch (thrown) {
    // A refused token has closed the session by now; without an answer the page itself will tell.
    if (!(thrown instanceof CallFailure)) throw thrown
  }
}

async function joinOthers(stores: RootStore): Promise<void> {
  await stores.session.join()
  await confirm(stores)
}

async function loadEntityPage(stores: RootStore, { path, words }: Page, shows: EntityPage): Promise<Pick<RouteObject, 'Component' | 'loader'>> {
  const [{ EntityPage: Screen }, { preloadEntityPage }, more] = await Promise.all([import('../crud/EntityPage.tsx'), import('../crud/preload.ts'), shows.more?.()])
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
  return <><PageTitle /><Outlet /></>
}

function Blank() {
  return <div aria-busy="true" />
}
