import type { EntityPage, Page } from './page.ts'

/** What a lamp, a loop, a cabinet or a sensor does now, and its controls. */
const facility: EntityPage['more'] = async () => (await import('../lighting/shapes.tsx')).facilityShape
/** The lamps of an area are lit from its pages. */
const areaLights: EntityPage['more'] = async () => (await import('../lighting/shapes.tsx')).areaShape

const en = (one: string, zh: string) => ({ en: one, zh })

const facilities = new Set(['cabinet', 'loop', 'pole', 'sensor'])

/** The faces of one page of the specification: `/instdet1`, `/instdet1ob`, `/instdet1tunnel`. The first stands in the menu. */
function faces(path: string, words: Page['words'], entity: string, more: Partial<Page> = {}): Page[] {
  const face = (end: string, variant: 'plain' | 'ob' | 'tunnel'): Page => ({ path: `${path}${end}`, words, isCached: true, shows: { entity, variant, ...(facilities.has(entity) ? { more: facility } : {}) } })
  return [
    { ...face('', 'plain'), group: 'facilities', editions: ['street'], ...more },
    { ...face('ob', 'ob'), group: 'facilities', editions: ['industry'], ...more },
    { ...face('tunnel', 'tunnel'), group: 'facilities', editions: ['tunnel'], ...more },
  ]
}

const list = (path: string, words: Page['words'], group: Page['group'], shows: EntityPage, more: Partial<Page> = {}): Page =>
  ({ path, words, shows, ...(group === undefined ? {} : { group }), isCached: true, ...more })

const cabinetFaults = 'offline,supplyLoss,doorOpen,leakage,communication,breaker'
const deviceFaults = 'lampFailure,unexpectedOn,dimmingFailure,current,voltage,power,temperature,contactor,limit,linkage'

/** Every page that is an entity's: path, title, menu entry, and what of the entity it is about. */
export const entityPages: readonly Page[] = [
  list('/scene/variables', en('Variables', '变量管理'), 'scenes', { entity: 'variable' }),

  list('/platform/devices', en('Devices', '设备管理'), 'devices', { entity: 'device' }),
  list('/platform/products', en('Products', '产品管理'), 'devices', { entity: 'product' }),
  list('/djproductlamp', en('Lamp products', '单灯产品'), 'devices', { entity: 'product', preset: { category: 'lamp' } }),
  list('/hjproductloop', en('Loop products', '回路产品'), 'devices', { entity: 'product', preset: { category: 'loop' } }),
  list('/cgqproductsensor', en('Sensor products', '传感器产品'), 'devices', { entity: 'product', preset: { category: 'sensor' } }),
  list('/platform/firmware', en('Firmware', '固件管理'), 'devices', { entity: 'firmware' }),

  ...faces('/instdet1', en('Cabinets', '配电箱'), 'cabinet'),
  ...faces('/instdet2', en('Loops', '回路'), 'loop'),
  ...faces('/instdet3', en('Poles', '单灯'), 'pole'),
  ...faces('/cgqinstall', en('Sensors', '传感器'), 'sensor'),
  list('/opcinstalltunnel', en('OPC installation', 'OPC 安装'), 'facilities', { entity: 'accessChannel', variant: 'tunnel', preset: { transport: 'opcua' } }, { editions: ['tunnel'] }),
  list('/platform/access-channels', en('Access channels', '接入通道'), 'devices', { entity: 'accessChannel' }),
  list('/camerainstallob', en('Cameras', '摄像头'), 'facilities', { entity: 'camera', variant: 'ob' }, { editions: ['street', 'industry'] }),
  list('/camerainstalltunnel', en('Cameras', '摄像头'), 'facilities', { entity: 'camera', variant: 'tunnel' }, { editions: ['tunnel'] }),
  list('/thirdpartytunnel', en('Third-party devices', '第三方设备'), 'facilities', { entity: 'thirdParty', variant: 'tunnel' }, { editions: ['tunnel'] }),
  list('/floorsmanage', en('Floors', '楼层管理'), 'facilities', { entity: 'floor' }, { editions: ['industry', 'tunnel'] }),
  list('/tunnelmanage', en('Tunnels', '隧道管理'), 'tunnel', { entity: 'tunnel' }, { editions: ['tunnel'] }),
  list('/tunnel/policy', en('Policy binding', '策略绑定'), 'tunnel', { entity: 'tunnel', variant: 'tunnel', only: ['name', 'brightness'] }, { editions: ['tunnel'] }),
  list('/tunnel/parameters', en('System parameters', '系统参数'), 'tunnel', { entity: 'tunnel', only: ['name', 'laneCount', 'laneWidth', 'designSpeed', 'statisticPeriod', 'coefficient'] }, { editions: ['tunnel'] }),
  list('/tunnelsections', en('Tunnel sections', '隧道段'), 'tunnel', { entity: 'tunnelSection' }, { editions: ['tunnel'] }),

  list('/qydetail', en('Areas', '区域'), 'facilities', { entity: 'area', more: areaLights, only: ['name', 'number', 'description'] }),
  list('/qytimetable', en('Areas: timetable', '区域时间表'), 'strategies', { entity: 'area', more: areaLights, only: ['name', 'number', 'timetable', 'scene'] }),
  list('/qyspec', en('Areas: specification', '区域规格'), 'facilities', { entity: 'area', more: areaLights, only: ['name', 'number', 'luminaire', 'power', 'spacing', 'height'] }),
  list('/qylight', en('Areas: light', '区域调光'), 'strategies', { entity: 'area', more: areaLights, only: ['name', 'number', 'dimming', 'colorTemperature'] }),
  list('/qyswitch', en('Areas: switch', '区域开关'), 'strategies', { entity: 'area', more: areaLights, only: ['name', 'number', 'isOn'] }),
  list('/strategy/timetable', en('Timetables', '时间表策略'), 'strategies', { entity: 'timetable' }),
  list('/strategy/scene', en('Scene strategies', '场景策略'), 'strategies', { entity: 'lightScene' }),
  list('/strategy/brightness', en('Brightness strategies', '亮度策略'), 'strategies', { entity: 'brightness' }, { editions: ['tunnel'] }),

  list('/alarms', en('Alarms', '告警'), 'operation', { entity: 'alarm' }),
  list('/stcscdfa', en('Cabinet faults', '配电箱故障'), 'operation', { entity: 'alarm', preset: { fault: cabinetFaults } }),
  list('/stcsfalut', en('Device faults', '设备故障'), 'operation', { entity: 'alarm', preset: { fault: deviceFaults } }),
  list('/stcsworkorderob', en('Work orders', '工单'), 'operation', { entity: 'workOrder' }),
  list('/energy/data', en('Energy data', '能耗数据'), 'energy', { entity: 'energyData' }),
  list('/energy/freeze', en('Freeze data', '冻结数据'), 'energy', { entity: 'freezeData' }),

  list('/rules/linkages', en('Scene linkages', '场景联动'), 'rules', { entity: 'linkage' }),
  list('/rules/bridges', en('Bridges', '桥接'), 'rules', { entity: 'bridge' }, { role: 'manager' }),

  list('/platform/maps', en('Maps', '地图管理'), 'platform', { entity: 'map' }),
  list('/platform/topics', en('Topics', '主题管理'), 'platform', { entity: 'topic' }),
  list('/platform/subscriptions', en('Subscriptions', '订阅管理'), 'platform', { entity: 'subscription' }),
  list('/platform/plugins', en('Plugins', '插件管理'), 'platform', { entity: 'plugin' }, { role: 'manager' }),
  list('/notify/templates', en('Notification templates', '通知模板'), 'platform', { entity: 'template' }, { role: 'manager' }),
  list('/notify/log', en('Notification log', '通知日志'), 'platform', { entity: 'notificationLog' }, { role: 'manager' }),


  { path: '/monitor/sign-in-log', words: en('Sign-in log', '登录日志'), group: 'monitor', role: 'manager', isCached: true, shows: { load: async () => (await import('../system/SignInLogPage.tsx')).SignInLogPage } },
  { path: '/stcssyslog', words: en('System log', '系统日志'), group: 'monitor', role: 'manager', isCached: true, shows: { load: async () => (await import('../system/OperationLogPage.tsx')).OperationLogPage } },

  list('/system/accounts', en('Accounts', '账号管理'), 'system', { entity: 'account' }, { role: 'manager' }),
  { path: '/stcsrolemage', words: en('Roles', '角色管理'), group: 'system', role: 'manager', isCached: true, shows: { load: async () => (await import('../system/RolePage.tsx')).RolePage } },
  { path: '/system/api-tokens', words: en('API tokens', 'API 令牌'), group: 'system', role: 'manager', shows: { load: async () => (await import('../system/TokensPage.tsx')).TokensPage } },
  list('/system/posts', en('Posts', '岗位管理'), 'system', { entity: 'post' }, { role: 'manager' }),
  list('/stcsdatadict', en('Dictionaries', '数据字典'), 'system', { entity: 'dictType' }),
  list('/system/dictionary-entries', en('Dictionary entries', '字典数据'), 'system', { entity: 'dictEntry' }),
  ...faces('/stcsitemdetail', en('Projects', '项目管理'), 'project', { group: 'system' }),
]
