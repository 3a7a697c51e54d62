import type { Guide } from '../guide.ts'
import { figure, link, note, steps, terms, text } from '../guide.ts'

export const mine: Guide = {
  path: '/SystemMine',
  title: { en: 'Industry and mines', zh: '工矿系统' },
  lead: { en: 'Floors, drawings and alarms of a works or a mine.', zh: '工厂或矿山的楼层、图纸与告警。' },
  sections: [
    {
      heading: { en: 'Structure', zh: '组织方式' },
      pieces: [
        figure('industry', 'Project, floor, drawing, component', '项目、楼层、图纸、组件'),
        terms(
          ['Project', '项目', 'Unit of access. All data belongs to a project.', '授权的单位，所有数据都属于某个项目。'],
          [
            'Floor',
            '楼层',
            'A level of a building or a mine, with its drawing.',
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
            'Add the floors under Facilities, Floors, and select the drawing of each.',
            '在“设施管理—楼层管理”中新增楼层，并填写对应图纸。',
          ],
          [
            'Add cabinets, then their loops and poles. Use Excel for large numbers.',
            '新增配电箱，再新增其下的回路和单灯，大量数据可用 Excel 导入。',
          ],
          [
            'Design one drawing per floor, and link doors to the drawings behind them.',
            '每层设计一张图纸，点击门可打开其后的图纸。',
          ],
          [
            'Create scenes for parts that are viewed together, and enable them.',
            '为需要一起查看的部分建立场景并启用。',
          ],
        ),
        link('/floorsmanage', 'To the floors', '前往楼层管理'),
      ],
    },
    {
      heading: { en: 'Variables of a scene', zh: '场景变量' },
      pieces: [
        figure('variables', 'Sources of variable values', '变量值的来源'),
        text(
          'Variables of a scene are measured, entered by users, or computed from others by a formula: {power} * {hours}. A computed variable uses the last value, mean, sum, minimum, maximum, increase or time integral of each variable per cycle: a number of minutes, or a day, week or month of the project calendar. Entered and computed variables are ordinary tags: drawings, curves and sensor limits find them by the name of the scene.',
          '场景变量分为直采型、录入型和运算型，运算型按公式由其他变量计算，例如 {power} * {hours}。每个计算周期对公式中的各变量取原值、平均值、累计、最大值、最小值、增量或按小时积分；周期可为若干分钟，也可为项目日历的日、周、月。录入型和运算型变量与普通点位一样，可在组态、曲线和传感器限值中按场景名称选用。',
        ),
        text(
          'The page of the scene shows each variable with quality and time; the list of variables shows current values. Operators enter values of writable variables on that page; entries are recorded in the operation log.',
          '场景详情页显示各变量的数值、质量和时间，变量管理列表显示各变量的当前值。可读写的录入型变量由操作员在该页录入，录入记录写入操作日志。',
        ),
        note(
          'The quality of a result is never better than that of its inputs. A device without data makes it uncertain; a missing value or a division by zero makes it bad, with the reason. A missing result is never shown as 0.',
          '运算结果的质量不会高于其数据来源：设备中断时结果为不确定，缺少数据或除数为零时结果为坏值，并注明原因，不会以 0 代替。',
        ),
        link('/scene/list', 'To the scenes', '前往场景列表'),
      ],
    },
    {
      heading: { en: 'The panorama', zh: '全景首页' },
      pieces: [
        text(
          'The panorama shows the number of installed, online and faulty devices, and the latest unacknowledged alarms, which can be acknowledged there. All opens the alarm page, which shows the device of each alarm.',
          '全景首页统计已安装、在线和故障数量，并列出最新的未确认告警，可直接确认；点击“全部”进入告警页，查看每条告警对应的设备。',
        ),
        note('Abnormal states are coloured, normal states are grey.', '异常状态以颜色显示，正常状态为灰色。'),
        link('/homepageofflinemapmine', 'To the panorama', '前往全景首页'),
      ],
    },
  ],
}
