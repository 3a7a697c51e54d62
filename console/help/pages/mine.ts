import type { Guide } from '../guide.ts'
import { figure, link, note, steps, terms, text } from '../guide.ts'

export const mine: Guide = {
  path: '/SystemMine',
  title: { en: 'Industry and mines', zh: '工矿系统' },
  lead: { en: 'Floors, drawings and alarms of a works or a mine.', zh: '工厂或矿山的楼层、图纸与告警。' },
  sections: [
    {
      heading: { en: 'How it is ordered', zh: '组织方式' },
      pieces: [
        figure('industry', 'Project, floor, drawing, component', '项目、楼层、图纸、组件'),
        terms(
          [
            'Project',
            '项目',
            'What people are granted. Everything belongs to one project.',
            '授权的单位，所有数据都属于某个项目。',
          ],
          [
            'Floor',
            '楼层',
            'A level of a building or a mine with the drawing that shows it.',
            '建筑或矿山的一层，对应展示它的图纸。',
          ],
          [
            'Scene',
            '场景',
            'A part of the works with its devices, variables, drawing and cameras.',
            '厂区的一部分，包含设备、变量、图纸和摄像头。',
          ],
        ),
      ],
    },
    {
      heading: { en: 'Setting up a works', zh: '建立一个厂区' },
      pieces: [
        steps(
          [
            'Add the floors under Facilities, Floors, and name the drawing of each.',
            '在“设施管理—楼层管理”中新增楼层，并填写对应图纸。',
          ],
          [
            'Add cabinets, then the loops and poles that hang on them. Large numbers come by Excel.',
            '新增配电箱，再新增其下的回路和单灯，大量数据可用 Excel 导入。',
          ],
          [
            'Design one drawing a floor; let a click on a door open the drawing behind it.',
            '每层设计一张图纸，点击门可打开其后的图纸。',
          ],
          ['Make scenes for what is looked at together, and enable them.', '为需要一起查看的部分建立场景并启用。'],
        ),
        link('/floorsmanage', 'To the floors', '前往楼层管理'),
      ],
    },
    {
      heading: { en: 'Variables of a scene', zh: '场景变量' },
      pieces: [
        figure('variables', 'Where the value of a variable comes from', '变量值的来源'),
        text(
          'A scene has variables that are measured, entered by people, or computed from others by a formula: {power} * {hours}. A computed one takes of each variable its last value, mean, sum, extreme, increase or total over time in each cycle: every so many minutes, or a day, a week or a month of the project’s calendar. Entered and computed ones are tags like any other: drawings, curves and limits of sensors find them by the scene’s name.',
          '场景变量分为直采型、录入型和运算型，运算型按公式由其他变量计算，例如 {power} * {hours}。每个计算周期对公式中的各变量取原值、平均值、累计、最大值、最小值、增量或按小时积分；周期可为若干分钟，也可为项目日历的日、周、月。录入型和运算型变量与普通点位一样，可在组态、曲线和传感器限值中按场景名称选用。',
        ),
        text(
          'The scene’s page shows each with its quality and time, and the list of all variables what each is now. Operators enter there what is entered and not read only; who entered what is in the operation log.',
          '场景详情页显示各变量的数值、质量和时间，变量管理列表显示各变量的当前值。可读写的录入型变量由操作员在该页录入，录入记录写入操作日志。',
        ),
        note(
          'A result is never better than what it was computed from: a silent device makes it uncertain, a missing value or a division by zero makes it bad, with the reason beside it. It is never shown as 0 for want of a value.',
          '运算结果的质量不会高于其数据来源：设备中断时结果为不确定，缺少数据或除数为零时结果为坏值，并注明原因，不会以 0 代替。',
        ),
        link('/scene/list', 'To the scenes', '前往场景列表'),
      ],
    },
    {
      heading: { en: 'The panorama', zh: '全景首页' },
      pieces: [
        text(
          'The panorama counts what is installed, online and failed, and lists the newest unconfirmed alarms. An alarm can be confirmed there; All leads to the page of alarms, which names the device of each.',
          '全景首页统计已安装、在线和故障数量，并列出最新的未确认告警，可直接确认；点击“全部”进入告警页，查看每条告警对应的设备。',
        ),
        note(
          'Abnormal is coloured, normal is grey: a quiet page means a quiet plant.',
          '异常才用颜色，正常为灰色：页面安静意味着现场正常。',
        ),
        link('/homepageofflinemapmine', 'To the panorama', '前往全景首页'),
      ],
    },
  ],
}
