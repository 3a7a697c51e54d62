import {
  createBrowserRouter, type MiddlewareFunction, Navigate, Outlet, redirect, type RouteObject, useLocation,
} from 'react-router-dom'
import { CallFailure } from '../net/failure.ts'
import { readDrawingQuery } from '../stores/drawingQuery.ts'
import type { RootStore } from '../stores/root.ts'
import { detour, homePath, redirectTarget, signInPath } from './guard.ts'
import { RouteErrorPage } from './RouteErrorPage.tsx'

/**
 * Every page of the console as data. A screen is a chunk of its own: what it draws with is loaded when it is opened.
 * Children of the shell keep the absolute paths of the specification, so the shell is a route without a path.
 */
export function createRouter(stores: RootStore) {
  return createBrowserRouter(
    [{ ErrorBoundary: RouteErrorPage, HydrateFallback: Blank, element: <Outlet />, children: pages(stores) }],
    { future: { v8_middleware: true } },
  )
}

export function pages(stores: RootStore): RouteObject[] {
  const { session } = stores

  /** Before each navigation to a page behind the sign-in, and before its loaders. */
  const guarded: MiddlewareFunction = async ({ request }) => {
    const { pathname, search } = new URL(request.url)
    await confirm(stores)
    const elsewhere = detour({ username: session.username, mustChangePassword: session.mustChangePassword }, pathname, search)
    if (elsewhere !== null) throw redirect(elsewhere)
  }

  return [
    { path: '/', element: <Navigate to={signInPath} replace /> },
    {
      path: signInPath,
      loader: async () => {
        await confirm(stores)
        return null
      },
      lazy: async () => ({ Component: (await import('../signin/SignInPage.tsx')).SignInPage }),
    },
    {
      middleware: [guarded],
      loader: () => null,
      children: [
        { path: '/redirect/*', element: <Redirect /> },
        {
          lazy: async () => ({ Component: (await import('./Shell.tsx')).Shell }),
          children: [
            { path: '/Dmanage', element: <Navigate to={homePath} replace /> },
            {
              path: '/scada/center',
              loader: ({ request }) => {
                stores.drawings.show(readDrawingQuery(new URL(request.url).searchParams))
                return null
              },
              lazy: async () => ({ Component: (await import('../center/CenterPage.tsx')).CenterPage }),
            },
          ],
        },
        {
          path: '/scada/topo/editor',
          lazy: async () => ({ Component: (await import('../designer/DesignerPage.tsx')).DesignerPage }),
        },
        {
          path: '/scada/topo/fullscreen',
          lazy: async () => ({ Component: (await import('../runtime/RuntimePage.tsx')).RuntimePage }),
        },
        { path: '*', lazy: async () => ({ Component: (await import('./NotFoundPage.tsx')).NotFoundPage }) },
      ],
    },
  ]
}

/** A reload finds a token in the session; only the server can say whether it still holds, and whose it is. */
async function confirm({ session }: RootStore): Promise<void> {
  try {
    await session.restore()
  } catch (thrown) {
    // A refused token has closed the session by now; without an answer the page itself will tell.
    if (!(thrown instanceof CallFailure)) throw thrown
  }
}

function Redirect() {
  const { pathname, search } = useLocation()
  return <Navigate to={redirectTarget(pathname, search)} replace />
}

function Blank() {
  return <div aria-busy="true" />
}
