import type { Guide } from '../guide.ts'
import { figure, link, note, steps, terms, text } from '../guide.ts'

export const tunnel: Guide = {
  path: '/SystemTunnel',
  title: { en: 'Tunnels', zh: '隧道系统' },
  lead: {
    en: 'Tubes, zones, and lighting that adapts drivers to the dark.',
    zh: '左右洞、照明分段，以及驶入时的亮度适应。',
  },
  sections: [
    {
      heading: { en: 'Zones', zh: '照明分段' },
      pieces: [
        figure('tunnel', 'Six segments from portal to portal', '从洞口到洞口的六个分段'),
        text(
          'By day the entrance must be bright, because drivers are adapted to daylight. The level decreases through the transition to the interior and increases before the exit. At night all zones have the same level.',
          '白天入口段需要高亮度，因为驾驶员的眼睛适应了日光；亮度经过渡段降至中间段，出口前再升高。夜间各段相同。',
        ),
        terms(
          ['Threshold 1 and 2', '入口段 1、2', 'As long as the stopping distance.', '长度等于停车视距。'],
          [
            'Transition 1 and 2',
            '过渡段 1、2',
            'Each step at most three times as bright as the next.',
            '每级亮度不超过下一级的三倍。',
          ],
          ['Interior', '中间段', 'Constant.', '亮度恒定。'],
          ['Exit', '出口段', 'About five times the interior in the last 50 metres.', '最后 50 米约为中间段的五倍。'],
        ),
        note(
          'If the controllers of a portal are offline by day, treat the entrance as unlit: this is dangerous.',
          '白天洞口控制器离线时应按无照明处置：入口无光十分危险。',
        ),
      ],
    },
    {
      heading: { en: 'Setting up a tunnel', zh: '建立隧道' },
      pieces: [
        steps(
          [
            'Add the tunnel with length, lanes and the segments of the left and right tube.',
            '新增隧道，填写长度、车道和左右洞分段。',
          ],
          ['Add its sections with number, tube and zone.', '新增隧道段，填写编号、洞别和照明段。'],
          [
            'Import the devices, place them on the picture, complete the annotation.',
            '导入设备，在图上标注，完成标注。',
          ],
          [
            'Create a brightness strategy with a value for each of the six segments.',
            '建立亮度策略，为六个分段设定数值。',
          ],
        ),
        link('/tunnelmanage', 'To the tunnels', '前往隧道管理'),
      ],
    },
    {
      heading: { en: 'The panorama', zh: '隧道全景' },
      pieces: [
        text(
          'Both tubes are drawn as a diagram with their sections. Each luminaire is drawn in its section with its state and level. Fans are spread evenly over the tubes, not to scale; cameras and other third-party devices are not drawn.',
          '左右洞按分段以示意图绘制，灯具显示在所属分段，并标明开关与亮度。风机沿洞身均匀排列，不代表实际位置；摄像头及其他第三方设备不在图中显示。',
        ),
        link('/homepageofflinemaptunnel', 'To the panorama', '前往隧道全景'),
      ],
    },
  ],
}
