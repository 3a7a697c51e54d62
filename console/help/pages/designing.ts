import type { Guide } from '../guide.ts'
import { figure, link, note, steps, terms, text } from '../guide.ts'

export const designing: Guide = {
  path: '/SystemDesigning',
  title: { en: 'Designing drawings', zh: '图纸设计' },
  lead: {
    en: 'Steps of making a drawing: placing, connecting, binding to live values, symbols, saving.',
    zh: '图纸的制作过程：放置、连接、绑定实时数据、图元与保存。',
  },
  sections: [
    {
      heading: { en: 'The designer', zh: '设计器' },
      pieces: [
        figure('designer', 'The parts of the designer', '设计器的组成'),
        steps(
          ['Open the configuration centre, add a drawing and press Design.', '打开组态中心，新建图纸并点击“设计”。'],
          [
            'Drag a component from the toolbox onto the page, or click it and then the page; drag on the page to set its size.',
            '将组件从工具箱拖到页面，或先点击组件再点击位置；拖动可指定大小。',
          ],
          [
            'If nothing is selected, the panel at the right shows properties of the page: size, background, symbol style.',
            '未选中组件时，右侧面板显示页面属性：尺寸、背景、图元风格。',
          ],
        ),
        text(
          'Set rulers, grid and snapping under View. Drag a guide out of a ruler to align components with it; drag it back to the ruler to remove it. Guides can be locked under View. While resizing, Shift preserves proportions and Ctrl disables snapping. Ctrl+Shift+D selects all copies of the selected components to change them at once. Ctrl+Shift+C copies the style of a component, Ctrl+Shift+V applies it to the selected components (shared properties only).',
          '标尺、网格和吸附方式在“视图”中设置。从标尺拖出参考线，移动和缩放组件时会与其对齐；拖回标尺即移除，也可在“视图”中锁定。缩放时按住 Shift 保持比例，按住 Ctrl 暂停吸附。Ctrl+Shift+D 选择所选组件的全部副本，便于统一修改。Ctrl+Shift+C 复制组件样式，Ctrl+Shift+V 将样式应用到所选组件（仅应用双方都有的属性）。',
        ),
        note(
          'Everything can be undone, also after a reload. Press ? for all keys; they work while no input field has the focus.',
          '所有操作均可撤销，刷新后依然有效。按 ? 查看全部快捷键，未在输入文字时均可使用。',
        ),
        link('/scada/center', 'To the configuration centre', '前往组态中心'),
      ],
    },
    {
      heading: { en: 'Pipes, lines and connectors', zh: '管道、线与连接线' },
      pieces: [
        terms(
          [
            'Pipe, line, flow bar',
            '管道、线、流动条',
            'Choose it, click the start and each bend, and double-click the end. Shift limits angles to 45°, Escape cancels. Later, drag bends to move them, and double-click to add one.',
            '选择后依次单击起点和拐点，在终点单击两次结束。按住 Shift 限制为 45°，Esc 放弃。之后可拖动拐点，双击可增加拐点。',
          ],
          [
            'Connector',
            '连接线',
            'Drag from the edge of one component to the edge of another: the connector follows both and routes around obstacles. By keyboard, select the components and sides of its start and end under Ends.',
            '从一个组件的边缘拖到另一个组件的边缘：连接线随两端移动并自动绕行。用键盘操作时，可在“端点”中选择起点、终点所连接的组件及位置。',
          ],
        ),
      ],
    },
    {
      heading: { en: 'Binding to live values', zh: '绑定实时数据' },
      pieces: [
        figure('values', 'Appearance of values by quality', '数值按质量的显示'),
        steps(
          [
            'Select one component, open Bindings and press Bind a property.',
            '选中一个组件，打开“绑定”，点击“绑定属性”。',
          ],
          [
            'Choose the property and the tag; the current value of the tag and the result are shown below.',
            '选择属性和点位，下方显示点位当前值和绑定后的结果。',
          ],
          ['Choose the conversion from value to property.', '选择由数值到属性的方式。'],
        ),
        terms(
          [
            'Value',
            '数值',
            'The value itself, with a factor and an offset; for texts also decimals and unit.',
            '直接取值，可设倍率与偏移；文本还可设小数位数和单位。',
          ],
          [
            'Range',
            '范围',
            'From one range to another: 4 to 20 mA become 0 to 100 %.',
            '范围换算，如 4–20 mA 换算为 0–100 %。',
          ],
          [
            'States',
            '状态',
            'A result for each state: 0 grey, 1 green, 2 red.',
            '为每个状态指定结果：0 灰、1 绿、2 红。',
          ],
          [
            'Expression',
            '表达式',
            'Arithmetic, comparisons and functions over one or several tags, checked while it is typed: if({factory/tank-01/level} > 80, "high", "normal"). Type { to find tags. The dialog lists the functions; click one to insert it.',
            '对一个或多个点位进行运算、比较或调用函数，输入时即时检查，例如 if({factory/tank-01/level} > 80, "高", "正常")。输入 { 可查找点位；对话框中列有可用函数，点击即可插入。',
          ],
        ),
        text(
          'Every device has a point “Device state” ($state), set by the server: 1 not activated, 2 disabled, 3 online, 4 offline. To show it, set the state type of a lamp to Device and choose the device. It changes immediately when the device connects or disconnects, while the page of the device records lasting states. It is live as long as the server is connected, even if the device sends no data. For up to a minute after a server start, the state of a device that was online is unknown until it reports.',
          '每个设备都有由服务器给出的“设备状态”点位（$state）：1 未激活、2 禁用、3 在线、4 离线。将指示灯的状态类型设为设备并选择设备即可显示。设备上线或离线时立即变化，设备页面则记录持续的状态；只要服务器连接正常，即使设备长时间不上报，该状态仍为实时。服务器启动后最多一分钟内，此前在线但尚未上报的设备状态未知。',
        ),
        text(
          'Find and replace also finds tags. Rebind tags changes many at once, for example after copying from another plant.',
          '“查找和替换”也可查找点位；“重新绑定点位”可批量更换，例如从其他厂站复制后。',
        ),
      ],
    },
    {
      heading: { en: 'Symbols with parameters', zh: '带参数的图元' },
      pieces: [
        text(
          'Ten identical pumps need only one symbol with a parameter. Select the components of one pump and press Make a symbol: the common device of their tags is proposed as the parameter. Each instance has its own device; a change of the symbol updates all instances in one step.',
          '十台相同的泵只需一个带参数的图元。选中一台泵的全部组件后点击“创建图元”，系统会把点位共有的设备作为参数。每个实例填写自己的设备；修改图元即一步更新全部实例。',
        ),
        terms(
          [
            'Override',
            '单独设置',
            'Changes of one instance are preserved when the symbol changes, and can be reset.',
            '对单个实例的修改在图元更新后保留，也可恢复。',
          ],
          ['Detach', '分离', 'The instance becomes an ordinary group.', '实例成为独立的普通组合。'],
          [
            'Library',
            '组件库',
            'A symbol saved there can be used in every drawing. Drawings with an older revision offer an update.',
            '存入组件库的图元可用于所有图纸；使用旧版本的图纸会提示更新。',
          ],
        ),
      ],
    },
    {
      heading: { en: 'Actions and motion', zh: '动作与动画' },
      pieces: [
        text(
          'Under Action, set what a click does: open a link or another drawing, operate a switch or write a value. Each action can be password-protected. Under Motion, a component shows and hides, rotates, blinks or slides, always or controlled by tags: bind “Animation runs” or “Animation speed”, where 1 is the speed set here. Without a current value the animation stops.',
          '“动作”中可设置点击后打开链接或图纸、控制开关、写入数值；每种动作都可设密码，打开链接或图纸也须先输入密码。“动画”中可设置显隐、旋转、闪烁、滑动，可始终播放，也可绑定“播放动画”或“动画速度”由点位控制（1 为设定速度）；没有当前值时动画静止。',
        ),
      ],
    },
    {
      heading: { en: 'Saving, running, sharing', zh: '保存、运行与分享' },
      pieces: [
        terms(
          [
            'Save',
            '保存',
            'Each save creates a revision. If another user has saved in the meantime, you can decide how to continue; changes are never overwritten silently.',
            '每次保存生成一个版本。若他人已先保存，系统会询问，不会静默覆盖。',
          ],
          [
            'Unsaved work',
            '未保存的内容',
            'Stored in this browser within a second and offered again after a crash.',
            '一秒内暂存于本浏览器，异常退出后可恢复。',
          ],
          [
            'Run',
            '运行',
            'The drawing as operators see it: F11 for full screen, Esc to leave it. If the page allows zooming and moving, use the plus, minus, 0 and arrow keys or the buttons in the corner; press ? for all keys.',
            '以操作员视角运行：F11 全屏，Esc 退出。若页面允许拖动缩放，可用加减键、0 键和方向键或角落的按钮缩放和移动画面；按 ? 查看全部快捷键。',
          ],
          [
            'Wall',
            '大屏',
            'Add &kiosk to the address of a running drawing, signed in or with a share link without password. The page shows only the drawing, ignores clicks, shows new versions immediately and retries after errors.',
            '在运行图纸的地址后加上 &kiosk（登录后或通过无密码的分享链接均可）：页面仅显示图纸，不响应点击，立即显示新版本，失败后自动重试。',
          ],
          [
            'Import, export',
            '导入与导出',
            'Drawings as JSON, drawings of @meta2d/core and FUXA, SVG files; unsupported content is reported.',
            '支持 JSON 图纸、@meta2d/core 与 FUXA 图纸及 SVG 文件，并报告无法转换的内容。',
          ],
          [
            'Saved by a newer Mimic',
            '由更新版本的 Mimic 保存',
            'Such a drawing is read-only: unsupported content is omitted or marked, commands are disabled, and export returns the original file.',
            '此类图纸只能查看：无法识别的内容不显示或标出，不能修改，也不能下发命令，导出得到原始文件。',
          ],
        ),
      ],
    },
  ],
}
