import { MenuFoldOutlined, MenuOutlined, MenuUnfoldOutlined } from '@ant-design/icons'
import { Button, Drawer, Grid, Layout, Tooltip } from 'antd'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Outlet, useNavigation, useSearchParams } from 'react-router-dom'
import { EntityLinksContext } from '../../kit/text/entityLinks.ts'
import { ProgressLine } from '../../kit/page/ProgressLine.tsx'
import { Wordmark } from '../../kit/page/Wordmark.tsx'
import { useStores } from '../../stores/root.ts'
import { AccountMenu } from './AccountMenu.tsx'
import { AlarmBell } from './AlarmBell.tsx'
import { AlarmSoundButton } from './AlarmSoundButton.tsx'
import { EditionSwitch } from './EditionSwitch.tsx'
import { findEntityPage } from '../pages/searchResultLinks.ts'
import { homePath } from '../pages/guard.ts'
import { useKeepAlive } from './keepAlive.ts'
import { LinkBadge } from './LinkBadge.tsx'
import { MainMenu } from './MainMenu.tsx'
import { PageFinder } from './PageFinder.tsx'
import { PreferenceSwitches } from './PreferenceSwitches.tsx'
import { StorageBanner } from './StorageBanner.tsx'
import { getAvailablePages } from './useMenu.ts'
import './Shell.css'

/** Frame of the management pages: header, menu and page. On narrow screens the menu is a drawer. */
export function Shell() {
  const stores = useStores()
  const { telemetry } = stores
  const { t } = useTranslation('shell')
  const { lg: isWide = true } = Grid.useBreakpoint()
  const [isFolded, setFolded] = useState(false)
  const [isDrawn, setDrawn] = useState(false)
  const foldWords = t(isFolded ? 'menu.unfold' : 'menu.fold')
  useEffect(() => telemetry.need([]), [telemetry])
  useKeepAlive()
  const getListPath = useCallback(
    (entity: string) => {
      const { menu, all } = getAvailablePages(stores)
      return findEntityPage(entity, [...menu, ...all])?.path
    },
    [stores],
  )

  return (
    <Layout className="shell">
      <a className="shell-skip" href="#content">
        {t('menu.skip')}
      </a>
      <header className="shell-header">
        <div className="shell-tools">
          {!isWide && (
            <Button
              type="text"
              aria-label={t('menu.unfold')}
              aria-expanded={isDrawn}
              icon={<MenuOutlined aria-hidden />}
              onClick={() => setDrawn(true)}
            />
          )}
          <Link to={homePath} className="shell-home" aria-label={t('menu.home')}>
            <Wordmark />
          </Link>
          <EditionSwitch />
        </div>
        <div className="shell-tools">
          <PageFinder />
          <AlarmBell />
          <AlarmSoundButton />
          <LinkBadge />
          <PreferenceSwitches />
          <AccountMenu />
        </div>
      </header>
      <StorageBanner />
      <Layout hasSider={isWide}>
        {isWide ? (
          <Layout.Sider className="shell-sider" width={208} collapsedWidth={48} collapsed={isFolded}>
            <MainMenu isFolded={isFolded} />
            <Tooltip title={isFolded ? foldWords : ''} placement="right">
              <Button
                className="shell-fold"
                type="text"
                aria-label={foldWords}
                aria-expanded={!isFolded}
                icon={isFolded ? <MenuUnfoldOutlined aria-hidden /> : <MenuFoldOutlined aria-hidden />}
                onClick={() => setFolded(!isFolded)}
              />
            </Tooltip>
          </Layout.Sider>
        ) : (
          <Drawer
            rootClassName="shell-drawer"
            placement="left"
            size={264}
            open={isDrawn}
            title={<Wordmark />}
            onClose={() => setDrawn(false)}
          >
            <MainMenu isFolded={false} onNavigate={() => setDrawn(false)} />
          </Drawer>
        )}
        <main id="content" className="shell-main" tabIndex={-1}>
          <NavigationLine />
          <LastProject />
          <EntityLinksContext value={getListPath}>
            <Outlet />
          </EntityLinksContext>
        </main>
      </Layout>
    </Layout>
  )
}

/** Remembers the project in the address, so that pages opened without one, such as map annotation, start with it. */
function LastProject() {
  const { preferences, session } = useStores()
  const [params] = useSearchParams()
  const project = params.get('project')
  useEffect(() => {
    const { account } = session
    if (account && project !== null && account.projects.some(({ id }) => id === project))
      preferences.setLastProject(account.name, project)
  }, [preferences, session, project])
  return null
}

/** Progress line while the chunk of the next page loads. */
function NavigationLine() {
  return <ProgressLine active={useNavigation().state === 'loading'} />
}
