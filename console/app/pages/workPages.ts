import { deviceOwners } from '../../../contract/alarms/alarm.ts'
import { readDrawingQuery } from '../../stores/drawings/drawingQuery.ts'
import { readRecycleQuery } from '../../stores/drawings/recycleBin.ts'
import { readLibraryQuery } from '../../stores/drawings/libraryQuery.ts'
import { en, listVariants, list } from './makePages.ts'
import type { EntityPage, Page } from './page.ts'

/** Live state and controls of a cabinet, sensor, lamp or loop. */
const facility: EntityPage['more'] = async () => (await import('../../lighting/shapes.tsx')).facilityShape
const sensor: EntityPage['more'] = async () => (await import('../../lighting/shapes.tsx')).sensorShape
const pole: EntityPage['more'] = async () => (await import('../../lighting/shapes.tsx')).poleShape
const allAlarms: EntityPage['more'] = async () => (await import('../../lighting/shapes.tsx')).allAlarmsShape
const alarm: EntityPage['more'] = async () => (await import('../../lighting/shapes.tsx')).alarmShape
const loop: EntityPage['more'] = async () => (await import('../../lighting/shapes.tsx')).loopShape
/** Lighting controls of an area. */
const areaLights: EntityPage['more'] = async () => (await import('../../lighting/shapes.tsx')).areaShape

/** Rules that control the light of a tunnel. */
const tunnel: EntityPage['more'] = async () => (await import('../../lighting/shapes.tsx')).tunnelShape

/** Preview of the day that results from a timetable. */
const plan: EntityPage['more'] = async () => (await import('../../lighting/shapes.tsx')).timetableShape

/** Device list with a link to undeclared devices; each device with its connection and why values are bad. */
const devicesWithUndeclared: EntityPage['more'] = async () => {
  const [{ deviceShape }, { deviceEditors }, { undeclaredTool }, { showDeviceConnection }, { withReasons }] =
    await Promise.all([
      import('../../lighting/shapes.tsx'),
      import('../../alarmRules/alarmShapes.ts'),
      import('../../undeclared/UndeclaredLink.tsx'),
      import('../../connections/DeviceConnection.tsx'),
      import('../../onboarding/ValueReasons.tsx'),
    ])
  return {
    ...deviceShape,
    editors: deviceEditors,
    lead: withReasons(deviceShape.lead),
    tools: undeclaredTool,
    detail: showDeviceConnection,
  }
}

/** Products with the points of their alarms chosen from the properties. */
const product: EntityPage['more'] = async () => (await import('../../alarmRules/alarmShapes.ts')).productShape

/** State, tests and point table of access channels. */
const accessChannels: EntityPage['more'] = async () => (await import('../../channels/channelShape.tsx')).channelShape

/** Faults of everything except cabinets. */
const deviceFaults = deviceOwners.join(',')

/** Pages for operators, from overview to tunnel; within a group in menu order. */
export const workPages: readonly Page[] = [
  {
    path: '/homepage',
    words: en('Overview', '总览'),
    group: 'home',
    editions: ['street'],
    shows: { load: async () => (await import('../../home/street/StreetHomePage.tsx')).StreetHomePage },
  },
  {
    path: '/homepagegoogle',
    words: en('Overview on tiles', '瓦片地图总览'),
    group: 'home',
    editions: ['street'],
    shows: { load: async () => (await import('../../home/street/StreetHomePage.tsx')).StreetTilesPage },
  },
  {
    path: '/homepageofflinemapmine',
    words: en('Industry panorama', '工业全景'),
    group: 'home',
    editions: ['industry'],
    shows: { load: async () => (await import('../../home/industry/IndustryHomePage.tsx')).IndustryHomePage },
  },
  {
    path: '/homepageofflinemaptunnel',
    words: en('Tunnel panorama', '隧道全景'),
    group: 'home',
    editions: ['tunnel'],
    shows: { load: async () => (await import('../../home/tunnel/TunnelHomePage.tsx')).TunnelHomePage },
  },

  {
    path: '/scada/center',
    words: en('Configuration centre', '组态中心'),
    group: 'drawings',
    isCached: true,
    shows: {
      load: async () => (await import('../../center/CenterPage.tsx')).CenterPage,
      prepare: ({ drawings }, query) => drawings.show(readDrawingQuery(query)),
    },
  },
  {
    path: '/scada/component',
    words: en('Component library', '组件库'),
    group: 'drawings',
    isCached: true,
    shows: {
      load: async () => (await import('../../library/LibraryPage.tsx')).LibraryPage,
      prepare: ({ library }, query) => library.show(readLibraryQuery(query)),
    },
  },
  {
    path: '/scada/component/detail',
    words: en('Component detail', '组件详情'),
    highlights: '/scada/component',
    shows: {
      load: async () => (await import('../../library/EntryPage.tsx')).EntryPage,
      prepare: ({ library }, query) => library.open(query.get('id') ?? ''),
    },
  },
  list('/scada/center/scene', en('Scene drawings', '场景组态'), 'drawings', {
    entity: 'scene',
    more: async () => (await import('../../scene/sceneCardsShape.tsx')).sceneCardsShape,
  }),
  {
    path: '/scada/center/temp',
    words: en('Templates', '组态模板'),
    group: 'drawings',
    isCached: true,
    shows: { load: async () => (await import('../../templates/TemplatesPage.tsx')).TemplatesPage },
  },
  list('/scada/gallery', en('Gallery', '图库管理'), 'drawings', {
    entity: 'gallery',
    more: async () => (await import('../../gallery/shapes.tsx')).galleryShape,
  }),
  list('/scada/echart', en('Charts', '图表管理'), 'drawings', {
    entity: 'chart',
    more: async () => (await import('../../chart/listShape.tsx')).chartListShape,
  }),
  {
    path: '/scada/echart/detail',
    words: en('Chart detail', '图表详情'),
    highlights: '/scada/echart',
    shows: { load: async () => (await import('../../chart/ChartPage.tsx')).ChartPage },
  },
  list('/scada/model', en('Models', '模型管理'), 'drawings', {
    entity: 'model',
    more: async () => (await import('../../gallery/shapes.tsx')).modelShape,
  }),

  {
    path: '/scada/recycle-bin',
    words: en('Recycle bin', '回收站'),
    group: 'drawings',
    role: 'manager',
    shows: {
      load: async () => (await import('../../recycleBin/RecycleBinPage.tsx')).RecycleBinPage,
      prepare: ({ recycleBin }, query) => recycleBin.show(readRecycleQuery(query)),
    },
  },

  list('/scene/list', en('Scenes', '场景管理'), 'scenes', {
    entity: 'scene',
    more: async () => (await import('../../scene/sceneListShape.tsx')).sceneListShape,
  }),
  {
    path: '/scene/list/detail',
    words: en('Scene detail', '场景详情'),
    highlights: '/scene/list',
    shows: { load: async () => (await import('../../scene/SceneDetailPage.tsx')).SceneDetailPage },
  },
  {
    path: '/scene/list/edit',
    words: en('Edit scene', '编辑场景'),
    highlights: '/scene/list',
    shows: { load: async () => (await import('../../scene/SceneEditPage.tsx')).SceneEditPage },
  },
  list('/scene/variables', en('Variables', '变量管理'), 'scenes', { entity: 'variable' }),

  list('/platform/devices', en('Devices', '设备管理'), 'devices', { entity: 'device', more: devicesWithUndeclared }),
  {
    path: '/platform/connect-device',
    words: en('Connect a device', '接入设备'),
    group: 'devices',
    role: 'manager',
    anyProject: true,
    shows: { load: async () => (await import('../../onboarding/ConnectPage.tsx')).ConnectPage },
  },
  list('/platform/products', en('Products', '产品管理'), 'devices', { entity: 'product', more: product }),
  list('/djproductlamp', en('Lamp products', '单灯产品'), 'devices', {
    entity: 'product',
    preset: { category: 'lamp' },
    more: product,
  }),
  list('/hjproductloop', en('Loop products', '回路产品'), 'devices', {
    entity: 'product',
    preset: { category: 'loop' },
    more: product,
  }),
  list('/cgqproductsensor', en('Sensor products', '传感器产品'), 'devices', {
    entity: 'product',
    preset: { category: 'sensor' },
    more: product,
  }),
  list('/platform/firmware', en('Firmware', '固件管理'), 'devices', { entity: 'firmware' }),
  list('/stcsupgrade', en('Upgrades', '升级管理'), 'devices', {
    entity: 'upgrade',
    more: async () => (await import('../../monitoring/upgradeShapes.tsx')).upgradeShape,
  }),
  list('/platform/upgrade-log', en('Upgrade records', '升级记录'), 'devices', {
    entity: 'upgradeLog',
    more: async () => (await import('../../monitoring/upgradeShapes.tsx')).upgradeLogShape,
  }),
  list('/platform/access-channels', en('Access channels', '接入通道'), 'devices', {
    entity: 'accessChannel',
    more: accessChannels,
  }),

  ...listVariants('/instdet1', en('Cabinets', '配电箱'), 'facilities', { entity: 'cabinet', more: facility }),
  ...listVariants('/instdet2', en('Loops', '回路'), 'facilities', { entity: 'loop', more: loop }),
  ...listVariants('/instdet3', en('Poles', '单灯'), 'facilities', { entity: 'pole', more: pole }),
  ...listVariants('/cgqinstall', en('Sensors', '传感器'), 'facilities', { entity: 'sensor', more: sensor }),
  list(
    '/opcinstalltunnel',
    en('OPC installation', 'OPC 安装'),
    'facilities',
    { entity: 'accessChannel', variant: 'tunnel', preset: { transport: 'opcua' }, more: accessChannels },
    { editions: ['tunnel'] },
  ),
  list(
    '/camerainstallob',
    en('Cameras', '摄像头'),
    'facilities',
    { entity: 'camera', variant: 'ob' },
    { editions: ['street', 'industry'] },
  ),
  list(
    '/camerainstalltunnel',
    en('Cameras', '摄像头'),
    'facilities',
    { entity: 'camera', variant: 'tunnel' },
    { editions: ['tunnel'] },
  ),
  list(
    '/thirdpartytunnel',
    en('Third-party devices', '第三方设备'),
    'facilities',
    { entity: 'thirdParty', variant: 'tunnel' },
    { editions: ['tunnel'] },
  ),
  list(
    '/floorsmanage',
    en('Floors', '楼层管理'),
    'facilities',
    { entity: 'floor' },
    { editions: ['industry', 'tunnel'] },
  ),
  list('/qydetail', en('Areas', '区域'), 'facilities', {
    entity: 'area',
    more: areaLights,
    only: ['name', 'number', 'description'],
  }),
  list('/qyspec', en('Areas: specification', '区域规格'), 'facilities', {
    entity: 'area',
    more: areaLights,
    only: ['name', 'number', 'luminaire', 'power', 'spacing', 'height'],
  }),
  {
    path: '/map/annotation',
    words: en('Map annotation', '地图标注'),
    group: 'facilities',
    role: 'manager',
    anyProject: true,
    shows: { load: async () => (await import('../../annotation/MarkingPage.tsx')).MarkingPage },
  },

  list('/qytimetable', en('Areas: timetable', '区域时间表'), 'strategies', {
    entity: 'area',
    more: areaLights,
    only: ['name', 'number', 'timetable', 'scene'],
  }),
  list('/qylight', en('Areas: light', '区域调光'), 'strategies', {
    entity: 'area',
    more: areaLights,
    only: ['name', 'number', 'dimming', 'colorTemperature'],
  }),
  list('/qyswitch', en('Areas: switch', '区域开关'), 'strategies', {
    entity: 'area',
    more: areaLights,
    only: ['name', 'number', 'isOn'],
  }),
  list('/strategy/timetable', en('Timetables', '时间表策略'), 'strategies', { entity: 'timetable', more: plan }),
  list('/strategy/calendar', en('Holiday calendars', '节假日日历'), 'strategies', { entity: 'lightCalendar' }),
  list('/strategy/scene', en('Scene strategies', '场景策略'), 'strategies', { entity: 'lightScene' }),
  list(
    '/strategy/brightness',
    en('Brightness strategies', '亮度策略'),
    'strategies',
    { entity: 'brightness' },
    { editions: ['street', 'tunnel'] },
  ),

  list('/alarms', en('Alarms', '告警'), 'operation', { entity: 'alarm', more: allAlarms }),
  list('/stcscdfa', en('Cabinet faults', '配电箱故障'), 'operation', {
    entity: 'alarm',
    preset: { owner: 'cabinet' },
    more: alarm,
  }),
  list('/stcsfalut', en('Device faults', '设备故障'), 'operation', {
    entity: 'alarm',
    preset: { owner: deviceFaults },
    more: alarm,
  }),
  list('/stcsworkorderob', en('Work orders', '工单'), 'operation', { entity: 'workOrder' }),

  {
    path: '/energy/analysis',
    words: en('Energy analysis', '能耗分析'),
    group: 'energy',
    isCached: true,
    shows: { load: async () => (await import('../../analysis/EnergyPages.tsx')).EnergyAnalysisPage },
  },
  list('/energy/data', en('Energy data', '能耗数据'), 'energy', { entity: 'energyData' }),
  list('/energy/freeze', en('Freeze data', '冻结数据'), 'energy', { entity: 'freezeData' }),

  {
    path: '/trends',
    words: en('Trends', '趋势'),
    group: 'statistics',
    isCached: true,
    shows: { load: async () => (await import('../../trend/page/TrendPage.tsx')).TrendPage },
  },
  list('/trends/saved', en('Saved trends', '已存趋势'), 'statistics', {
    entity: 'trend',
    only: ['name', 'isPublic', 'description'],
    more: async () => (await import('../../trend/page/listShape.tsx')).trendListShape,
  }),
  list('/trends/annotations', en('Trend annotations', '趋势批注'), 'statistics', { entity: 'trendNote' }),
  {
    path: '/statistics/inspection',
    words: en('Inspection statistics', '巡检统计'),
    group: 'statistics',
    isCached: true,
    shows: { load: async () => (await import('../../analysis/CountPages.tsx')).InspectionStatisticsPage },
  },
  {
    path: '/statistics/energy',
    words: en('Electricity statistics', '电能统计'),
    group: 'statistics',
    isCached: true,
    shows: { load: async () => (await import('../../analysis/EnergyPages.tsx')).EnergyStatisticsPage },
  },
  {
    path: '/statistics/faults',
    words: en('Fault statistics', '故障统计'),
    group: 'statistics',
    isCached: true,
    shows: { load: async () => (await import('../../analysis/CountPages.tsx')).FaultStatisticsPage },
  },

  {
    path: '/monitor/drawings',
    words: en('Monitor system', '监控系统'),
    group: 'tunnel',
    editions: ['tunnel'],
    isCached: true,
    shows: { load: async () => (await import('../../scene/MonitorPage.tsx')).MonitorPage },
  },
  list(
    '/tunnelmanage',
    en('Tunnels', '隧道管理'),
    'tunnel',
    { entity: 'tunnel', more: tunnel },
    { editions: ['tunnel'] },
  ),
  list(
    '/tunnel/policy',
    en('Policy binding', '策略绑定'),
    'tunnel',
    { entity: 'tunnel', variant: 'tunnel', more: tunnel, only: ['name', 'brightness'] },
    { editions: ['tunnel'] },
  ),
  list(
    '/tunnel/parameters',
    en('System parameters', '系统参数'),
    'tunnel',
    {
      entity: 'tunnel',
      more: tunnel,
      only: ['name', 'direction', 'laneCount', 'laneWidth', 'designSpeed', 'statisticPeriod', 'coefficient'],
    },
    { editions: ['tunnel'] },
  ),
  list(
    '/tunnelsections',
    en('Tunnel sections', '隧道段'),
    'tunnel',
    { entity: 'tunnelSection' },
    { editions: ['tunnel'] },
  ),

  {
    path: '/scada/topo/editor',
    words: en('Designer', '组态设计'),
    isBare: true,
    shows: { load: async () => (await import('../../designer/DesignerPage.tsx')).DesignerPage },
  },
  {
    path: '/scada/topo/fullscreen',
    words: en('Running drawing', '组态运行'),
    isBare: true,
    shows: { load: async () => (await import('../../runtime/view/RuntimePage.tsx')).RuntimePage },
  },
]
