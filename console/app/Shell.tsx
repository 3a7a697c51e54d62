import { AppstoreOutlined, MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons'
import { Button, Grid, Layout, Menu, Tooltip } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Outlet, useLocation, useNavigation } from 'react-router-dom'
import { ProgressLine } from '../kit/ProgressLine.tsx'
import { Wordmark } from '../kit/Wordmark.tsx'
import { useStores } from '../stores/root.ts'
import { AccountMenu } from './AccountMenu.tsx'
import { useKeepAlive } from './keepAlive.ts'
import { LinkBadge } from './LinkBadge.tsx'
import { homePath } from './guard.ts'
import { PreferenceSwitches } from './PreferenceSwitches.tsx'
import './Shell.css'

/** The frame of the management pages: header, menu and the page itself. The menu holds only what exists. */
export function Shell() {
  const { telemetry } = useStores()
  const { t } = useTranslation('shell')
  const { pathname } = useLocation()
  const isWide = Grid.useBreakpoint().lg ?? true
  const [folded, setFolded] = useState<boolean | null>(null)
  const isFolded = folded ?? !isWide
  const foldWords = t(isFolded ? 'menu.unfold' : 'menu.fold')
  useEffect(() => telemetry.need([]), [telemetry])
  useKeepAlive('active')

  return (
    <Layout className="shell">
      <a className="shell-skip" href="#content">{t('menu.skip')}</a>
      <header className="shell-header">
        <Link to={homePath} className="shell-home" aria-label={t('menu.home')}><Wordmark /></Link>
        <div className="shell-tools">
          <LinkBadge />
          <PreferenceSwitches />
          <AccountMenu />
        </div>
      </header>
      <Layout hasSider>
        <Layout.Sider className="shell-sider" width={200} collapsedWidth={48} collapsed={isFolded}>
          <nav aria-label={t('menu.label')} className="shell-menu">
            <Menu
              mode="inline" inlineIndent={14} selectedKeys={[pathname]}
              items={[
                { key: homePath, icon: <AppstoreOutlined aria-hidden />, label: <Link to={homePath}>{t('menu.center')}</Link> },
              ]}
            />
          </nav>
          <Tooltip title={isFolded ? foldWords : ''} placement="right">
            <Button
              className="shell-fold" type="text" aria-label={foldWords} aria-expanded={!isFolded}
              icon={isFolded ? <MenuUnfoldOutlined aria-hidden /> : <MenuFoldOutlined aria-hidden />}
              onClick={() => setFolded(!isFolded)}
            />
          </Tooltip>
        </Layout.Sider>
        <main id="content" className="shell-main" tabIndex={-1}>
          <NavigationLine />
          <Outlet />
        </main>
      </Layout>
    </Layout>
  )
}

/** A thin line while the next page's chunk comes. */
function NavigationLine() {
  return <ProgressLine active={useNavigation().state === 'loading'} />
}
