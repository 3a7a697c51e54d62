import { readDrawingQuery } from '../stores/drawingQuery.ts'
import { readLibraryQuery } from '../stores/libraryQuery.ts'
import { editionsPath } from './editions.ts'
import { profilePath } from './guard.ts'
import type { Page } from './page.ts'

const en = (one: string, zh: string) => ({ en: one, zh })

const help = async () => (await import('../help/HelpPage.tsx')).HelpPage
/** Titled as the help itself is (a test compares): what stands in it is loaded when it is opened. */
const helpPages: readonly (readonly [path: string, words: Page['words']])[] = [
  ['/SystemIntroduction', en('Introduction', '系统介绍')], ['/SystemStreetlamp', en('Street lamps', '路灯系统')], ['/SystemTunnel', en('Tunnels', '隧道系统')],
  ['/SystemMine', en('Industry and mines', '工矿系统')], ['/SystemCamera', en('Cameras', '摄像头')], ['/SystemError', en('Faults and messages', '故障与提示')],
  ['/SystemReport', en('Energy and reports', '能耗与报表')], ['/SystemManagement', en('Accounts and system', '账号与系统管理')],
]

/** A dashboard draws charts as the charts' own screen does; screens do not know each other, so they meet here. */
async function dashboardWithCharts() {
  const [{ dashboardPage }, { StoredChart }] = await Promise.all([import('../dashboard/DashboardPage.tsx'), import('../chart/StoredChart.tsx')])
  return dashboardPage(StoredChart)
}

/** Every page that is a screen of its own. A page is listed when its screen is there. */
export const screenPages: readonly Page[] = [
  { path: profilePath, words: en('My account', '我的账号'), shows: { load: async () => (await import('../system/ProfilePage.tsx')).ProfilePage } },
  { path: editionsPath, words: en('Choose a system', '选择系统'), shows: { load: async () => (await import('../home/EditionsPage.tsx')).EditionsPage } },
  { path: '/homepage', words: en('Overview', '总览'), group: 'home', editions: ['street'], shows: { load: async () => (await import('../home/StreetHomePage.tsx')).StreetHomePage } },
  { path: '/homepagegoogle', words: en('Overview on tiles', '瓦片地图总览'), group: 'home', editions: ['street'], shows: { load: async () => (await import('../home/StreetHomePage.tsx')).StreetTilesPage } },
  { path: '/homepageofflinemapmine', words: en('Industry panorama', '工业全景'), group: 'home', editions: ['industry'], shows: { load: async () => (await import('../home/IndustryHomePage.tsx')).IndustryHomePage } },
  { path: '/homepageofflinemaptunnel', words: en('Tunnel panorama', '隧道全景'), group: 'home', editions: ['tunnel'], shows: { load: async () => (await import('../home/TunnelHomePage.tsx')).TunnelHomePage } },

  {
    path: '/scada/center', words: en('Configuration centre', '组态中心'), group: 'drawings', isCached: true,
    shows: { load: async () => (await import('../center/CenterPage.tsx')).CenterPage, prepare: ({ drawings }, query) => drawings.show(readDrawingQuery(query)) },
  },
  {
    path: '/scada/component', words: en('Component library', '组件库'), group: 'drawings', isCached: true,
    shows: { load: async () => (await import('../library/LibraryPage.tsx')).LibraryPage, prepare: ({ library }, query) => library.show(readLibraryQuery(query)) },
  },
  {
    path: '/scada/component/detail', words: en('Component detail', '组件详情'), highlights: '/scada/component',
    shows: { load: async () => (await import('../library/EntryPage.tsx')).EntryPage, prepare: ({ library }, query) => library.open(query.get('id') ?? '') },
  },
  { path: '/scada/center/scene', words: en('Drawings of scenes', '场景组态'), group: 'drawings', isCached: true, shows: { load: async () => (await import('../scene/SceneDrawingsPage.tsx')).SceneDrawingsPage } },
  { path: '/scada/center/temp', words: en('Templates', '组态模板'), group: 'drawings', isCached: true, shows: { load: async () => (await import('../templates/TemplatesPage.tsx')).TemplatesPage } },
  { path: '/scada/gallery', words: en('Gallery', '图库管理'), group: 'drawings', isCached: true, shows: { load: async () => (await import('../gallery/GalleryPage.tsx')).GalleryPage } },
  { path: '/scada/echart', words: en('Charts', '图表管理'), group: 'drawings', isCached: true, shows: { load: async () => (await import('../chart/ChartListPage.tsx')).ChartListPage } },
  { path: '/scada/echart/detail', words: en('Chart detail', '图表详情'), highlights: '/scada/echart', shows: { load: async () => (await import('../chart/ChartPage.tsx')).ChartPage } },
  { path: '/scada/model', words: en('Models', '模型管理'), group: 'drawings', isCached: true, shows: { load: async () => (await import('../gallery/GalleryPage.tsx')).ModelPage } },

  { path: '/scene/list', words: en('Scenes', '场景管理'), group: 'scenes', isCached: true, shows: { load: async () => (await import('../scene/ScenesPage.tsx')).ScenesPage } },
  { path: '/scene/list/detail', words: en('Scene detail', '场景详情'), highlights: '/scene/list', shows: { load: async () => (await import('../scene/SceneDetailPage.tsx')).SceneDetailPage } },
  { path: '/scene/list/edit', words: en('Edit scene', '编辑场景'), highlights: '/scene/list', shows: { load: async () => (await import('../scene/SceneEditPage.tsx')).SceneEditPage } },
  { path: '/map/annotation', words: en('Map annotation', '地图标注'), group: 'facilities', role: 'manager', shows: { load: async () => (await import('../marking/MarkingPage.tsx')).MarkingPage } },
  { path: '/energy/analysis', words: en('Energy analysis', '能耗分析'), group: 'energy', isCached: true, shows: { load: async () => (await import('../analysis/EnergyPages.tsx')).EnergyAnalysisPage } },
  { path: '/statistics/inspection', words: en('Inspection statistics', '巡检统计'), group: 'statistics', isCached: true, shows: { load: async () => (await import('../analysis/CountPages.tsx')).InspectionStatisticsPage } },
  { path: '/statistics/energy', words: en('Electricity statistics', '电能统计'), group: 'statistics', isCached: true, shows: { load: async () => (await import('../analysis/EnergyPages.tsx')).EnergyStatisticsPage } },
  { path: '/statistics/faults', words: en('Fault statistics', '故障统计'), group: 'statistics', isCached: true, shows: { load: async () => (await import('../analysis/CountPages.tsx')).FaultStatisticsPage } },
  { path: '/monitor/drawings', words: en('Monitor system', '监控系统'), group: 'tunnel', editions: ['tunnel'], isCached: true, shows: { load: async () => (await import('../scene/MonitorPage.tsx')).MonitorPage } },
  { path: '/rules/scripts', words: en('Rule scripts', '规则脚本'), group: 'rules', role: 'manager', isCached: true, shows: { load: async () => (await import('../script/ScriptPage.tsx')).ScriptPage } },

  { path: '/help', words: en('Help', '帮助'), group: 'help', isCached: true, shows: { load: help } },
  ...helpPages.map(([path, words]): Page => ({ path, words, highlights: '/help', isCached: true, shows: { load: help } })),

  { path: '/stcsupgrade', words: en('Upgrades', '升级管理'), group: 'devices', isCached: true, shows: { load: async () => (await import('../monitoring/UpgradePage.tsx')).UpgradePage } },
  { path: '/platform/upgrade-log', words: en('Upgrade records', '升级记录'), group: 'devices', isCached: true, shows: { load: async () => (await import('../monitoring/UpgradePage.tsx')).UpgradeLogPage } },
  { path: '/notify/channels', words: en('Notification channels', '通知渠道'), group: 'platform', role: 'manager', isCached: true, shows: { load: async () => (await import('../monitoring/ChannelPage.tsx')).ChannelPage } },
  { path: '/platform/dashboards', words: en('Dashboards', '数据看板'), group: 'platform', isCached: true, shows: { load: async () => (await import('../dashboard/DashboardPage.tsx')).DashboardsPage } },
  { path: '/platform/dashboard', words: en('Dashboard', '数据看板'), highlights: '/platform/dashboards', shows: { load: dashboardWithCharts } },
  { path: '/platform/video', words: en('Live video', '实时视频'), group: 'platform', isCached: true, shows: { load: async () => (await import('../video/VideoPage.tsx')).VideoPage } },
  { path: '/monitor/server', words: en('Server', '服务监控'), group: 'monitor', role: 'manager', isCached: true, shows: { load: async () => (await import('../monitoring/ServerPage.tsx')).ServerPage } },
  { path: '/monitor/broker', words: en('Message queue', '消息队列'), group: 'monitor', role: 'super', isCached: true, shows: { load: async () => (await import('../monitoring/BrokerPage.tsx')).BrokerPage } },
  { path: '/monitor/cache', words: en('Caches', '缓存监控'), group: 'monitor', role: 'manager', isCached: true, shows: { load: async () => (await import('../monitoring/CachePage.tsx')).CachePage } },
  { path: '/monitor/online', words: en('Online sessions', '在线会话'), group: 'monitor', role: 'super', isCached: true, shows: { load: async () => (await import('../monitoring/SessionsPage.tsx')).SessionsPage } },
  { path: '/monitor/jobs', words: en('Scheduled jobs', '定时任务'), group: 'monitor', role: 'manager', isCached: true, shows: { load: async () => (await import('../monitoring/JobsPage.tsx')).JobsPage } },
  { path: '/monitor/job-log', words: en('Job log', '任务日志'), group: 'monitor', role: 'manager', isCached: true, shows: { load: async () => (await import('../monitoring/JobsPage.tsx')).JobLogPage } },

  { path: '/scada/topo/editor', words: en('Designer', '组态设计'), isBare: true, shows: { load: async () => (await import('../designer/DesignerPage.tsx')).DesignerPage } },
  { path: '/scada/topo/fullscreen', words: en('Running drawing', '组态运行'), isBare: true, shows: { load: async () => (await import('../runtime/RuntimePage.tsx')).RuntimePage } },
]
