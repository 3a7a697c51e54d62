import { editionsPath } from './editions.ts'
import { profilePath } from './guard.ts'
import { manualPages } from './manualPages.ts'
import { en, listVariants, list } from './makePages.ts'
import type { Page } from './page.ts'
import { templatePages } from './templatePages.ts'

const help = async () => (await import('../../help/HelpPage.tsx')).HelpPage
/** Titles match those of the help itself (checked by a test). The content loads when a page opens. */
const helpPages: readonly (readonly [path: string, words: Page['words']])[] = [
  ['/SystemIntroduction', en('Introduction', '系统介绍')],
  ['/SystemDesigning', en('Designing drawings', '图纸设计')],
  ['/SystemStreetlamp', en('Street lamps', '路灯系统')],
  ['/SystemTunnel', en('Tunnels', '隧道系统')],
  ['/SystemMine', en('Industry and mines', '工矿系统')],
  ['/SystemCamera', en('Cameras', '摄像头')],
  ['/SystemError', en('Faults and messages', '故障与提示')],
  ['/SystemReport', en('Energy and reports', '能耗与报表')],
  ['/SystemManagement', en('Accounts and system', '账号与系统管理')],
]

/**
 * Dashboards render charts with the component of the chart screen. Screens do not import each other, so they are
 * combined here.
 */
async function dashboardWithCharts() {
  const [{ dashboardPage }, { StoredChart }] = await Promise.all([
    import('../../dashboard/DashboardPage.tsx'),
    import('../../chart/StoredChart.tsx'),
  ])
  return dashboardPage(StoredChart)
}

/** Platform administration, help and own account pages; within a group in menu order. */
export const platformPages: readonly Page[] = [
  {
    path: profilePath,
    words: en('My account', '我的账号'),
    shows: { load: async () => (await import('../../system/ProfilePage.tsx')).ProfilePage },
  },
  {
    path: editionsPath,
    words: en('Choose a system', '选择系统'),
    shows: { load: async () => (await import('../../home/EditionsPage.tsx')).EditionsPage },
  },

  list(
    '/rules/scripts',
    en('Rule scripts', '规则脚本'),
    'rules',
    { entity: 'script', more: async () => (await import('../../script/scriptShape.tsx')).scriptShape },
    { role: 'manager' },
  ),
  list(
    '/rules/script-log',
    en('Script log', '脚本日志'),
    'rules',
    { entity: 'scriptLog', more: async () => (await import('../../script/scriptShape.tsx')).scriptLogShape },
    { role: 'manager' },
  ),
  list('/rules/linkages', en('Scene linkages', '场景联动'), 'rules', {
    entity: 'linkage',
    more: async () => (await import('../../script/linkageShape.tsx')).linkageShape,
  }),
  list(
    '/rules/bridges',
    en('Bridges', '桥接'),
    'rules',
    { entity: 'bridge', more: async () => (await import('../../bridge/bridgeShape.tsx')).bridgeShape },
    { role: 'manager' },
  ),

  list('/platform/dashboards', en('Dashboards', '数据看板'), 'platform', {
    entity: 'dashboard',
    more: async () => (await import('../../dashboard/listShape.tsx')).dashboardListShape,
  }),
  {
    path: '/platform/dashboard',
    words: en('Dashboard', '数据看板'),
    highlights: '/platform/dashboards',
    shows: { load: dashboardWithCharts },
  },
  {
    path: '/platform/video',
    words: en('Live video', '实时视频'),
    group: 'platform',
    isCached: true,
    shows: { load: async () => (await import('../../video/VideoPage.tsx')).VideoPage },
  },
  list('/platform/maps', en('Maps', '地图管理'), 'platform', { entity: 'map' }),
  list('/platform/topics', en('Topics', '主题管理'), 'platform', {
    entity: 'topic',
    more: async () => (await import('../../monitoring/messagingShapes.ts')).topicShape,
  }),
  list('/platform/subscriptions', en('Subscriptions', '订阅管理'), 'platform', {
    entity: 'subscription',
    more: async () => (await import('../../monitoring/messagingShapes.ts')).subscriptionShape,
  }),
  list(
    '/platform/mappings',
    en('Payload mappings', '报文映射'),
    'platform',
    { entity: 'mapping', more: async () => (await import('../../onboarding/mappingShape.tsx')).mappingShape },
    { role: 'manager' },
  ),
  {
    path: '/platform/undeclared-devices',
    words: en('Undeclared devices', '未登记设备'),
    group: 'platform',
    role: 'manager',
    anyProject: true,
    shows: { load: async () => (await import('../../undeclared/UndeclaredPage.tsx')).UndeclaredPage },
  },
  {
    path: '/platform/device-connections',
    words: en('Device connections', '设备连接'),
    group: 'platform',
    role: 'manager',
    anyProject: true,
    shows: { load: async () => (await import('../../connections/ConnectionsPage.tsx')).ConnectionsPage },
  },
  list('/platform/plugins', en('Plugins', '插件管理'), 'platform', { entity: 'plugin' }, { role: 'super' }),
  list(
    '/notify/channels',
    en('Notification channels', '通知渠道'),
    'platform',
    { entity: 'channel', more: async () => (await import('../../monitoring/channelShape.tsx')).channelShape },
    { role: 'manager' },
  ),
  list(
    '/notify/templates',
    en('Notification templates', '通知模板'),
    'platform',
    { entity: 'template' },
    { role: 'manager' },
  ),
  list(
    '/notify/log',
    en('Notification log', '通知日志'),
    'platform',
    { entity: 'notificationLog' },
    { role: 'manager' },
  ),

  {
    path: '/monitor/server',
    words: en('Server', '服务监控'),
    group: 'monitor',
    role: 'manager',
    isCached: true,
    shows: { load: async () => (await import('../../monitoring/ServerPage.tsx')).ServerPage },
  },
  {
    path: '/monitor/broker',
    words: en('Message queue', '消息队列'),
    group: 'monitor',
    role: 'super',
    isCached: true,
    shows: { load: async () => (await import('../../monitoring/BrokerPage.tsx')).BrokerPage },
  },
  {
    path: '/monitor/cache',
    words: en('Caches', '缓存监控'),
    group: 'monitor',
    role: 'manager',
    isCached: true,
    shows: { load: async () => (await import('../../monitoring/CachePage.tsx')).CachePage },
  },
  {
    path: '/monitor/online',
    words: en('Online sessions', '在线会话'),
    group: 'monitor',
    role: 'super',
    isCached: true,
    shows: { load: async () => (await import('../../monitoring/SessionsPage.tsx')).SessionsPage },
  },
  list(
    '/monitor/jobs',
    en('Scheduled jobs', '定时任务'),
    'monitor',
    { entity: 'job', more: async () => (await import('../../monitoring/jobShape.tsx')).jobShape },
    { role: 'manager' },
  ),
  list(
    '/monitor/job-log',
    en('Job log', '任务日志'),
    'monitor',
    { entity: 'jobLog', more: async () => (await import('../../monitoring/jobShape.tsx')).jobLogShape },
    { role: 'manager' },
  ),
  list(
    '/monitor/sign-in-log',
    en('Sign-in log', '登录日志'),
    'monitor',
    { entity: 'signInLog', more: async () => (await import('../../system/signInLogShape.tsx')).signInLogShape },
    { role: 'manager' },
  ),
  list(
    '/stcssyslog',
    en('System log', '系统日志'),
    'monitor',
    {
      entity: 'operationLog',
      more: async () => (await import('../../system/operationLogShape.tsx')).operationLogShape,
    },
    { role: 'manager' },
  ),

  list(
    '/system/accounts',
    en('Accounts', '账号管理'),
    'system',
    { entity: 'account', more: async () => (await import('../../system/accountShape.tsx')).accountShape },
    { role: 'manager' },
  ),
  list(
    '/stcsrolemage',
    en('Roles', '角色管理'),
    'system',
    { entity: 'role', more: async () => (await import('../../system/roleShape.tsx')).roleShape },
    { role: 'manager' },
  ),
  {
    path: '/system/api-tokens',
    words: en('API tokens', 'API 令牌'),
    group: 'system',
    role: 'manager',
    shows: { load: async () => (await import('../../system/TokensPage.tsx')).TokensPage },
  },
  {
    path: '/system/displays',
    words: en('Displays', '大屏管理'),
    group: 'system',
    role: 'super',
    shows: { load: async () => (await import('../../system/DisplaysPage.tsx')).DisplaysPage },
  },
  list('/system/posts', en('Posts', '岗位管理'), 'system', { entity: 'post' }, { role: 'manager' }),
  list('/stcsdatadict', en('Dictionaries', '数据字典'), 'system', { entity: 'dictType' }),
  list('/system/dictionary-entries', en('Dictionary entries', '字典数据'), 'system', { entity: 'dictEntry' }),
  list(
    '/system/history-retention',
    en('History retention', '历史数据保留'),
    'system',
    { entity: 'tagRetention' },
    { role: 'manager' },
  ),
  ...listVariants('/stcsitemdetail', en('Projects', '项目管理'), 'system', { entity: 'project' }),

  { path: '/help', words: en('Help', '帮助'), group: 'help', isCached: true, shows: { load: help } },
  ...[...manualPages, ...templatePages].map(({ path, words }): Page => ({
    path,
    words,
    highlights: '/help',
    isCached: true,
    shows: { load: help },
  })),
  ...helpPages.map(([path, words]): Page => ({
    path,
    words,
    highlights: '/help',
    isCached: true,
    shows: { load: help },
  })),
]
