import type { Words } from '@mimic/engine/schema'
import type { FigureName } from './guide.ts'

interface FigureBox {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h?: number
  readonly words: Words
  readonly tone?: 'plain' | 'accent' | 'alarm' | 'stale'
}

export interface FigureSheet {
  readonly width: number
  readonly height: number
  readonly boxes: readonly FigureBox[]
  /** Start and end point; arrows by default, `plain` has no arrow head, `dashed` has a dashed line. */
  readonly lines: readonly (readonly [x1: number, y1: number, x2: number, y2: number, look?: 'plain' | 'dashed'])[]
  readonly texts?: readonly { readonly x: number; readonly y: number; readonly words: Words }[]
}

const box = (
  x: number,
  y: number,
  w: number,
  en: string,
  zh: string,
  tone?: FigureBox['tone'],
  h?: number,
): FigureBox => ({ x, y, w, words: { en, zh }, ...(tone ? { tone } : {}), ...(h === undefined ? {} : { h }) })
const text = (x: number, y: number, en: string, zh: string) => ({ x, y, words: { en, zh } })

/** Diagrams of the help pages, declared as boxes, lines and texts. */
export const figures: Readonly<Record<FigureName, FigureSheet>> = {
  system: {
    width: 720,
    height: 190,
    boxes: [
      box(10, 70, 120, 'Devices', '设备'),
      box(200, 70, 130, 'MQTT broker', 'MQTT 代理', 'accent'),
      box(200, 140, 130, 'Database', '数据库'),
      box(200, 10, 130, 'HTTP server', 'HTTP 服务', 'accent'),
      box(420, 70, 130, 'Web worker', 'Web Worker'),
      box(600, 70, 110, 'Drawing', '图纸'),
      box(420, 10, 290, 'Console: lists, forms, designer', '控制台：列表、表单、设计器'),
    ],
    lines: [
      [130, 90, 200, 90],
      [265, 110, 265, 140],
      [330, 90, 420, 90],
      [550, 90, 600, 90],
      [330, 30, 420, 30],
      [420, 40, 330, 40],
    ],
    texts: [
      text(165, 82, 'values', '数据'),
      text(375, 82, 'newest', '最新值'),
      text(575, 62, '60 Hz', '60 Hz'),
      text(310, 130, 'kept', '留存'),
    ],
  },
  designer: {
    width: 720,
    height: 210,
    boxes: [
      box(10, 10, 700, 'Undo, copy, align, turn · Run · Save', '撤销、复制、对齐、旋转 · 运行 · 保存', 'plain', 34),
      box(10, 52, 130, 'Toolbox', '工具箱', 'accent', 84),
      box(10, 144, 130, 'Components', '组件列表', 'plain', 56),
      box(210, 52, 280, 'The page', '页面', 'plain', 148),
      box(560, 52, 150, 'Look, bindings,', '外观、绑定、', 'accent', 74),
      box(560, 126, 150, 'action, motion', '动作、动画', 'accent', 74),
    ],
    lines: [
      [140, 94, 210, 94],
      [490, 126, 560, 126],
    ],
    texts: [text(175, 84, 'drag', '拖放'), text(525, 116, 'selected', '选中')],
  },
  values: {
    width: 720,
    height: 70,
    boxes: [
      box(20, 12, 150, '62.5 °C', '62.5 °C'),
      box(200, 12, 150, '62.5 °C ?', '62.5 °C ?'),
      box(380, 12, 150, 'no value', '无数值', 'alarm'),
      box(560, 12, 150, '62.5 °C', '62.5 °C', 'stale'),
    ],
    lines: [],
    texts: [
      text(95, 66, 'good', '良好'),
      text(275, 66, 'uncertain', '不确定'),
      text(455, 66, 'bad', '坏值'),
      text(635, 66, 'stale', '过期'),
    ],
  },
  running: {
    width: 720,
    height: 200,
    boxes: [
      box(150, 10, 420, '', '', 'plain', 170),
      box(160, 18, 60, 'Menu', '菜单', 'plain', 28),
      box(440, 18, 120, 'Bell, live or not', '告警、实时状态', 'accent', 28),
      box(510, 96, 50, '+', '+', 'accent', 24),
      box(510, 122, 50, '−', '−', 'accent', 24),
      box(510, 148, 50, 'All', '全部', 'accent', 24),
      box(270, 80, 140, 'Drawing', '图纸', 'plain', 40),
    ],
    lines: [],
    texts: [
      text(340, 140, 'drag to move', '拖动画面'),
      text(340, 158, 'wheel or two fingers to zoom', '滚轮或双指缩放'),
      text(645, 112, 'zoom in', '放大'),
      text(645, 138, 'zoom out', '缩小'),
      text(645, 164, 'show all', '显示全部'),
    ],
  },
  variables: {
    width: 720,
    height: 170,
    boxes: [
      box(10, 10, 150, 'Entered', '录入型'),
      box(10, 65, 150, 'Measured', '直采型'),
      box(280, 38, 150, 'Computed', '运算型', 'accent'),
      box(560, 10, 150, 'Drawings, curves', '组态、曲线'),
      box(560, 65, 150, 'Limits and alarms', '限值与告警'),
      box(10, 125, 150, 'Device', '设备'),
    ],
    lines: [
      [160, 30, 280, 52],
      [160, 85, 280, 66],
      [430, 52, 560, 30],
      [430, 66, 560, 85],
      [85, 125, 85, 105],
    ],
    texts: [
      text(220, 30, 'formula', '公式'),
      text(355, 98, 'each cycle', '每个计算周期'),
      text(495, 26, 'as a tag', '作为点位'),
      text(255, 149, 'says what is measured', '上报直采型变量的值'),
    ],
  },
  linkage: {
    width: 720,
    height: 150,
    boxes: [
      box(10, 10, 140, 'Value, event', '属性、事件'),
      box(10, 58, 140, 'Device comes, goes', '设备上线、下线'),
      box(10, 106, 140, 'Time', '时间'),
      box(245, 58, 150, 'Condition is met', '条件满足', 'accent'),
      box(480, 10, 110, 'Device', '设备'),
      box(480, 58, 110, 'Alarm', '告警'),
      box(630, 34, 80, 'Runs', '执行记录', 'accent'),
    ],
    lines: [
      [150, 30, 245, 68],
      [150, 78, 245, 78],
      [150, 126, 245, 88],
      [395, 70, 480, 32],
      [395, 78, 480, 78],
      [590, 30, 630, 46],
      [590, 78, 630, 62],
    ],
    texts: [
      text(320, 116, 'once, then silence', '触发一次，随后静默'),
      text(438, 40, 'delay', '延时'),
      text(612, 24, 'answer', '应答'),
    ],
  },
  street: {
    width: 720,
    height: 200,
    boxes: [
      box(20, 80, 110, 'Server', '服务器', 'accent'),
      box(220, 80, 130, 'Cabinet', '配电箱', 'accent'),
      box(440, 10, 120, 'Loop', '回路'),
      box(440, 80, 120, 'Pole', '单灯'),
      box(440, 150, 120, 'Sensor', '传感器'),
      box(620, 10, 90, 'Lamps', '灯具'),
    ],
    lines: [
      [130, 100, 220, 100],
      [350, 95, 440, 32],
      [350, 100, 440, 100],
      [350, 105, 440, 168],
      [560, 30, 620, 30],
    ],
    texts: [text(175, 92, '4G/2G, LAN', '4G/2G、网口'), text(395, 118, 'PLC, RS485, LoRa', 'PLC、RS485、LORA')],
  },
  tunnel: {
    width: 720,
    height: 150,
    boxes: [
      box(10, 20, 110, 'Threshold 1', '入口段 1', 'accent', 80),
      box(125, 36, 105, 'Threshold 2', '入口段 2', 'accent', 64),
      box(235, 60, 105, 'Transition 1', '过渡段 1', 'plain', 40),
      box(345, 74, 105, 'Transition 2', '过渡段 2', 'plain', 26),
      box(455, 80, 150, 'Interior', '中间段', 'plain', 20),
      box(610, 56, 100, 'Exit', '出口段', 'plain', 44),
    ],
    lines: [[10, 124, 710, 124]],
    texts: [text(360, 142, 'direction of travel; height is brightness by day', '行车方向；高度表示白天亮度')],
  },
  industry: {
    width: 720,
    height: 120,
    boxes: [
      box(10, 40, 130, 'Project', '项目', 'accent'),
      box(200, 40, 130, 'Floor', '楼层'),
      box(390, 40, 130, 'Drawing', '图纸'),
      box(580, 40, 130, 'Component', '组件'),
    ],
    lines: [
      [140, 60, 200, 60],
      [330, 60, 390, 60],
      [520, 60, 580, 60],
    ],
    texts: [
      text(170, 52, 'has', '包含'),
      text(360, 52, 'shown by', '展示'),
      text(550, 52, 'made of', '组成'),
      text(645, 104, 'bound to tags', '绑定点位'),
    ],
  },
  workOrder: {
    width: 720,
    height: 170,
    boxes: [
      box(10, 30, 130, 'To be dispatched', '待派单'),
      box(205, 30, 120, 'Dispatched', '已派单'),
      box(390, 30, 120, 'Processed', '已处理'),
      box(580, 30, 120, 'Ended', '已结束', 'accent'),
      box(205, 120, 120, 'Abnormal', '异常', 'alarm'),
    ],
    lines: [
      [140, 50, 205, 50],
      [325, 50, 390, 50],
      [510, 50, 580, 50],
      [265, 70, 265, 120],
      [205, 140, 75, 72, 'dashed'],
      [325, 140, 600, 72, 'dashed'],
    ],
    texts: [
      text(172, 42, 'dispatch', '派单'),
      text(357, 42, 'complete', '完成'),
      text(545, 42, 'accept', '验收'),
      text(288, 100, 'refuse', '拒绝'),
      text(120, 126, 'again', '重新提交'),
      text(480, 122, 'terminate', '终止'),
    ],
  },
  energy: {
    width: 720,
    height: 130,
    boxes: [
      box(30, 20, 150, '00:00  1,204.5 kWh', '00:00  1,204.5 kWh'),
      box(285, 20, 150, '01:00  1,207.1 kWh', '01:00  1,207.1 kWh'),
      box(540, 20, 150, '02:00  1,209.8 kWh', '02:00  1,209.8 kWh'),
    ],
    lines: [
      [180, 40, 285, 40],
      [435, 40, 540, 40],
    ],
    texts: [
      text(232, 30, '2.6 kWh', '2.6 kWh'),
      text(488, 30, '2.7 kWh', '2.7 kWh'),
      text(360, 96, 'each freeze is written once; energy is computed between them', '冻结只写一次，能耗由相邻冻结计算'),
    ],
  },
  camera: {
    width: 720,
    height: 150,
    boxes: [
      box(10, 55, 110, 'Camera', '摄像头'),
      box(220, 10, 150, 'Camera service', '视频服务', 'accent'),
      box(220, 100, 150, 'Gateway to FLV', 'FLV 网关'),
      box(520, 55, 180, 'Video component', '视频组件'),
    ],
    lines: [
      [120, 68, 220, 32],
      [120, 82, 220, 120],
      [370, 30, 520, 68],
      [370, 120, 520, 84],
    ],
    texts: [text(450, 34, 'serial, channel', '序列号、通道'), text(450, 116, 'live FLV', 'FLV 直播')],
  },
  secondStep: {
    width: 720,
    height: 120,
    boxes: [
      box(10, 40, 130, 'Password', '密码'),
      box(220, 40, 190, 'Code from the phone', '手机验证码', 'accent'),
      box(220, 84, 190, 'or a recovery code', '或恢复码', 'plain', 30),
      box(580, 40, 130, 'Signed in', '登录成功'),
    ],
    lines: [
      [140, 60, 220, 60],
      [410, 60, 580, 60],
    ],
    texts: [text(180, 52, 'right', '正确'), text(495, 52, 'good once', '仅一次有效')],
  },
  roles: {
    width: 720,
    height: 160,
    boxes: [
      box(10, 60, 120, 'Account', '账号', 'accent'),
      box(260, 10, 190, 'Project street: manager', '项目 street：管理'),
      box(260, 110, 190, 'Project tunnel: general', '项目 tunnel：普通'),
      box(560, 10, 150, 'Design, keep, operate', '设计、维护、操作'),
      box(560, 110, 150, 'Look and operate', '查看与操作'),
    ],
    lines: [
      [130, 72, 260, 32],
      [130, 88, 260, 128],
      [450, 30, 560, 30],
      [450, 130, 560, 130],
    ],
    texts: [text(190, 42, 'granted', '授权')],
  },
}
