import type { Guide } from '../guide.ts'
import { figure, link, note, steps, terms, text } from '../guide.ts'

export const street: Guide = {
  path: '/SystemStreetlamp',
  title: { en: 'Street lamps', zh: '路灯系统' },
  lead: {
    en: 'Cabinets, loops, poles and sensors, and the strategies that dim them.',
    zh: '配电箱、回路、单灯和传感器，以及调光策略。',
  },
  sections: [
    {
      heading: { en: 'Device hierarchy', zh: '设备关系' },
      pieces: [
        figure('street', 'Cabinet, loop, pole and sensor', '配电箱、回路、单灯与传感器'),
        terms(
          [
            'Cabinet',
            '配电箱',
            'The distribution box with the controller. It reaches the server by 4G/2G or LAN.',
            '带控制器的配电箱，通过 4G/2G 或网口与服务器通信。',
          ],
          [
            'Loop',
            '回路',
            'A circuit of the cabinet, switched or dimmed as a whole.',
            '配电箱的一条回路，整体开关或调光。',
          ],
          [
            'Pole',
            '单灯',
            'A single lamp, connected to the cabinet by power line, RS485 or LoRa. It responds within minutes, so its state includes the time of the last report.',
            '单个灯具，由配电箱通过电力线、RS485 或 LoRa 控制，响应以分钟计，因此状态注明最后上报时间。',
          ],
          [
            'Sensor',
            '传感器',
            'Measures illuminance, brightness or traffic. Only sensors in work mode Control affect lighting.',
            '测量照度、亮度或车流量，只有“控制”模式的传感器会影响照明。',
          ],
        ),
        note(
          'While a cabinet is offline, its poles are shown as unknown, not as off. The server sends each point of a program when it is due, so commands do not reach the lamps until the cabinet is online again.',
          '配电箱离线时，其单灯显示为未知，而不是关闭。策略的每个时间点由服务器到时下发，配电箱恢复在线前，指令无法送达灯具。',
        ),
      ],
    },
    {
      heading: { en: 'Installing', zh: '安装' },
      pieces: [
        steps(
          ['Add the cabinet with its communication address.', '新增配电箱并填写通信地址。'],
          [
            'Add loops, poles and sensors to it, one by one or from Excel. The template lists the codes: channel 1 PLC, 2 RS485_1, 3 RS485_2, 4 LoRa; protocol 1 DL645-1997, 2 DL645-2007, 3 ModBus.',
            '逐个或用 Excel 为其新增回路、单灯和传感器。模板中的代码：信道 1 PLC、2 RS485_1、3 RS485_2、4 LORA；协议 1 DL645-1997、2 DL645-2007、3 ModBus。',
          ],
          [
            "Choose Install in the row's menu. A failed installation can be tried again.",
            '在行菜单中选择“安装”，失败后可再次安装。',
          ],
        ),
        text(
          'Facilities can be placed on a map. The default map of a project is used on its home page and for annotation: province outlines, your own map tiles, or a site picture positioned by its centre and ground width.',
          '设施可标注在地图上。项目的默认地图用于其首页和地图标注：可选省份轮廓图、自有瓦片地图，或按中心点与实地宽度铺放的现场图片。',
        ),
        link('/instdet1', 'To the cabinets', '前往配电箱'),
      ],
    },
    {
      heading: { en: 'Strategies', zh: '策略' },
      pieces: [
        terms(
          [
            'Timetable',
            '时间表',
            'Up to six times of day, each with dimming and colour temperature. The last one applies over midnight until the first.',
            '最多六个时间点，各有调光和色温比例。最后一个时间点跨过午夜直到第一个时间点。',
          ],
          [
            'Scene',
            '场景',
            'Up to eight settings of dimming and colour temperature. When you recall a scene for an area, its setting is sent to each lamp as a command.',
            '最多八组调光和色温设定。在区域中调用后，所选设定以命令下发到该区域的每盏灯。',
          ],
          [
            'Longitude/latitude',
            '经纬度',
            'A loop that switches at sunset and sunrise at the location of the cabinet, with offsets in minutes.',
            '回路按配电箱所在地的日落日出开关，可设置分钟偏移。',
          ],
        ),
        text(
          'An area, numbered 1 to 99, follows a timetable as a whole. A scene is recalled for all lamps of an area.',
          '区域编号 1 到 99，可整体执行时间表，也可对区域内全部灯具调用场景。',
        ),
        link('/strategy/timetable', 'To the timetables', '前往时间表策略'),
      ],
    },
  ],
}
