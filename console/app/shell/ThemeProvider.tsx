import { StyleProvider } from '@ant-design/cssinjs'
import '@fontsource-variable/noto-sans-sc'
import { App as AntdApp, ConfigProvider } from 'antd'
import type { Locale } from 'antd/es/locale'
import dayjs from 'dayjs'
import { observer } from 'mobx-react-lite'
import { type ReactNode, useMemo } from 'react'
import { Outlet } from 'react-router-dom'
import { limits } from '../../../contract/limits.ts'
import { requiredMark } from '../../kit/form/requiredMark.tsx'
import { useReducedMotion } from '../../kit/useReducedMotion.ts'
import { useStores } from '../../stores/root.ts'
import { antdTheme } from '../../styles/antdTheme.ts'
import { createStyleCache } from '../../styles/styleCache.ts'
import './loadTranslations.ts'
import { LeaveGuard } from './LeaveGuard.tsx'
import { NoticeHost } from './NoticeHost.tsx'

/** Texts of libraries by folder of a language. */
const libraries = import.meta.glob<{ readonly antd: Locale; readonly dayjs: string }>('../../locales/*/libraries.ts', {
  eager: true,
})

/** Pixels; keeps the alarm bell, its count and the account menu uncovered. */
const belowHeader = 52
const styles = createStyleCache()
const formConfig = { requiredMark }

/**
 * Provides all pages except sign-in with antd, its locale and theme, the Chinese font and all translations. A separate
 * chunk, so that the sign-in page loads without it.
 */
export const ThemeProvider = observer(function ThemeProvider({ children }: { readonly children?: ReactNode }) {
  const {
    preferences: { language, theme, edition },
    notices,
  } = useStores()
  const isStill = useReducedMotion()
  const config = useMemo(() => antdTheme(theme, edition, isStill), [theme, edition, isStill])
  // Set during rendering, not in an effect, so that the first render of the pages below already uses it.
  const texts = libraries[`../../locales/${language}/libraries.ts`] ?? libraries['../../locales/en-us/libraries.ts']
  if (texts && dayjs.locale() !== texts.dayjs) dayjs.locale(texts.dayjs)
  return (
    <StyleProvider cache={styles}>
      <ConfigProvider theme={config} locale={texts?.antd} button={{ autoInsertSpace: false }} form={formConfig}>
        <AntdApp
          message={{ duration: limits.toastMs / 1000, maxCount: 3, top: belowHeader }}
          notification={{ placement: 'topRight', top: belowHeader }}
        >
          <NoticeHost board={notices} />
          <LeaveGuard>{children ?? <Outlet />}</LeaveGuard>
        </AntdApp>
      </ConfigProvider>
    </StyleProvider>
  )
})
