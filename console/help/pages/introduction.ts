import type { Guide } from '../guide.ts'
import { figure, link, note, steps, terms, text } from '../guide.ts'

export const introduction: Guide = {
  path: '/SystemIntroduction',
  title: { en: 'Introduction', zh: '系统介绍' },
  lead: {
    en: 'An overview of Mimic: data flow, editions and first steps.',
    zh: 'Mimic 概览：数据流程、版本与快速开始。',
  },
  sections: [
    {
      heading: { en: 'Overview', zh: '系统概述' },
      pieces: [
        text(
          'Mimic shows a plant as live drawings: pumps turn, tanks fill and lamps dim as on site. It also manages devices, alarms, energy and work orders.',
          'Mimic 用实时图纸展示现场：泵在转、罐在涨、灯在调光，与现场一致。围绕图纸，系统管理设备、告警、能耗和需要完成的工作。',
        ),
        figure('system', 'From device to screen', '从设备到画面'),
        text(
          'Devices connect over MQTT to the broker in the server. The server stores the values to be recorded; the browser receives the latest values directly and draws them.',
          '设备通过 MQTT 与服务器内置的消息代理通信。服务器保存需要留存的数据，浏览器直接接收最新值并绘制。',
        ),
      ],
    },
    {
      heading: { en: 'The three editions', zh: '三个版本' },
      pieces: [
        text(
          'Choose the edition after signing in. It determines menu, home page and accent colour; the data is the same.',
          '登录后选择工作的系统。版本决定菜单、首页和主题色，数据相同。',
        ),
        terms(
          [
            'Street lamp',
            '路灯',
            'Cabinets, loops and poles along streets, on a map.',
            '沿街的配电箱、回路和单灯，以地图展示。',
          ],
          [
            'Tunnel',
            '隧道',
            'Tubes, sections and brightness by zone, with cameras and third-party devices.',
            '左右洞、隧道段与分段亮度，并接入摄像头和第三方设备。',
          ],
          ['Industry', '工矿', 'Floors of works and mines with their drawings.', '工厂与矿山的楼层及其图纸。'],
        ),
        link('/editions', 'Choose the edition', '选择版本'),
      ],
    },
    {
      heading: { en: 'Reading a value', zh: '如何看懂数值' },
      pieces: [
        figure('values', 'Good, uncertain, bad and stale', '良好、不确定、坏值与过期'),
        text(
          'A value that is no longer updated is drawn faded with a dashed frame, and never looks like a current value. While the connection is lost, the whole drawing is greyed out.',
          '停止更新的数值会变淡并加虚线框，绝不会看起来像实时值。连接中断时整张图纸会蒙上遮罩。',
        ),
        text(
          'While a drawing loads, its corner shows how many values are pending. A value not received after 10 seconds is reported as missing: check the device, or the tag that the component is bound to.',
          '图纸刚打开时，角落会提示还有多少个值正在加载。10 秒后仍未到达的值才显示为未收到，此时请检查设备或组件所绑定的点位。',
        ),
      ],
    },
    {
      heading: { en: 'Looking at a running drawing', zh: '查看运行画面' },
      pieces: [
        figure('running', 'The parts of a running drawing', '运行画面的组成'),
        text(
          'Zoom with the wheel, two fingers, the plus and minus keys or the buttons in the corner. Move by dragging or with the arrow keys. Press 0 or Show all to fit the drawing. The designer of a drawing can disable zooming and moving.',
          '可用滚轮、双指、加减键或角落的按钮缩放，拖动或用方向键移动画面；按 0 键或点击“显示全部”恢复全图。若设计者已关闭拖动缩放，画面保持不变。',
        ),
        text(
          'Hover over a component, or hold a finger on it, to see its value, quality and time. Tab moves to the next component that can be operated. Commands are sent only after you confirm them. Press ? for all keys, F11 for full screen.',
          '将指针或手指停在组件上，会显示其数值、质量和时间；按 Tab 键转到下一个可操作的组件。任何命令都须确认后才会下发。按 ? 查看全部快捷键，按 F11 全屏。',
        ),
      ],
    },
    {
      heading: { en: 'Showing a drawing to others', zh: '分享图纸' },
      pieces: [
        text(
          'A drawing can be shown full-screen without an account, for example in a lobby, to a contractor or in another control room. In the configuration centre press Share on the drawing, create a link and send it.',
          '无需账号即可将图纸全屏展示给他人，例如大厅屏幕、承包商或相邻的控制室。在组态中心点击图纸上的“分享”，生成链接并发送即可。',
        ),
        terms(
          [
            'Share password',
            '分享密码',
            'Optional. After ten wrong passwords within 15 minutes, the link rejects new viewers for 15 minutes; a new password unlocks it. Send the password separately from the link. A page that has been open for 12 hours requires it again.',
            '可选。15 分钟内输错 10 次后，链接在 15 分钟内拒绝新的访问；重设密码可解除。请通过其他途径告知密码。页面连续打开 12 小时后需重新输入。',
          ],
          ['Valid for', '有效期', 'Until a date, or until you revoke the link.', '到指定日期，或直至撤销。'],
          [
            'Content',
            '展示内容',
            'The last saved version of this drawing, with live points of its own project. Points of other projects, other drawings and data from other sites are not included, and commands are disabled. Pictures, videos, models and pages of allowed sites load, and links open.',
            '该图纸最后保存的版本及其本项目点位的实时值。不含其他项目的点位、其他图纸以及从其他网站获取的数据，也不能下发命令。服务器允许的网站的图片、视频、模型和网页会正常加载，链接可以打开。',
          ],
        ),
        note(
          'Revoking the link, changing the password or deleting the drawing closes open pages within five seconds. A link also stops when its creator loses the permission to change the drawing.',
          '撤销链接、更换密码或删除图纸后，已打开的页面将在五秒内结束。创建人失去修改该图纸的权限后，链接同样停用。',
        ),
      ],
    },
    {
      heading: { en: 'First steps', zh: '快速开始' },
      pieces: [
        steps(
          ['Open the configuration centre and run one of the sample drawings.', '打开组态中心，运行一张示例图纸。'],
          [
            'Press Design to open it in the designer; everything you do there can be undone.',
            '点击“设计”进入设计器，所有操作都可以撤销。',
          ],
          [
            'Drag a component from the toolbox onto the drawing and bind one of its properties to a tag.',
            '从工具箱拖入组件，并将其属性绑定到点位。',
          ],
          ['Save, then Run: the new component is live.', '保存后运行，新组件即显示实时数据。'],
        ),
        note(
          'Press ? in the designer for all keys, and Ctrl+K anywhere to jump to a page.',
          '在设计器中按 ? 查看全部快捷键，任意页面按 Ctrl+K 快速跳转。',
        ),
        link('/scada/center', 'To the configuration centre', '前往组态中心'),
      ],
    },
  ],
}
