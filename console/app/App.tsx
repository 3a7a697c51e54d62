import { App as AntdApp, ConfigProvider } from 'antd'
import { observer } from 'mobx-react-lite'
import { useEffect, useMemo } from 'react'
import { RouterProvider } from 'react-router-dom'
import { limits } from '../../contract/limits.ts'
import { type RootStore, StoresProvider } from '../stores/root.ts'
import { antdTheme } from '../styles/antdTheme.ts'
import { applyPalette } from '../styles/palette.ts'
import { applyLanguage, locales } from './language.ts'
import { NoticeHost } from './NoticeHost.tsx'
import type { createRouter } from './routes.tsx'

interface AppProps {
  readonly stores: RootStore
  readonly router: ReturnType<typeof createRouter>
}

/** Providers around the pages; language and theme switch here, at once and without a reload. */
export const App = observer(function App({ stores, router }: AppProps) {
  const { language, theme, edition } = stores.preferences
  const config = useMemo(() => antdTheme(theme, edition), [theme, edition])
  useEffect(() => applyLanguage(language), [language])
  useEffect(() => applyPalette(theme, edition, document.documentElement), [theme, edition])
  return (
    <StoresProvider value={stores}>
      <ConfigProvider theme={config} locale={locales[language].antd} button={{ autoInsertSpace: false }}>
        <AntdApp message={{ duration: limits.toastMs / 1000, maxCount: 3 }} notification={{ placement: 'topRight' }}>
          <NoticeHost board={stores.notices} />
          <RouterProvider router={router} />
        </AntdApp>
      </ConfigProvider>
    </StoresProvider>
  )
})
