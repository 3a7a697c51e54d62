import type { Guide } from '../guide.ts'
import { figure, link, note, steps, terms, text } from '../guide.ts'

export const management: Guide = {
  path: '/SystemManagement',
  title: { en: 'Accounts and system', zh: '账号与系统管理' },
  lead: {
    en: 'Accounts and permissions, the operation log, and maintenance of the installation.',
    zh: '谁能做什么、做过什么、如何维护系统。',
  },
  sections: [
    {
      heading: { en: 'Roles', zh: '角色' },
      pieces: [
        figure('roles', 'A role counts in each granted project', '角色在每个授权项目中生效'),
        terms(
          [
            'General user',
            '普通用户',
            'Views, operates, acknowledges alarms and processes work orders in granted projects.',
            '在授权项目中查看、操作、确认告警和处理工单。',
          ],
          [
            'Managing user',
            '管理用户',
            'Also designs drawings, maintains devices and strategies, and creates general users.',
            '还可设计图纸、维护设备与策略，并建立普通用户。',
          ],
          ['Super administrator', '超级管理员', 'Has all permissions in all projects.', '可在所有项目中执行所有操作。'],
        ),
        text(
          'For finer control, create roles with permissions such as lighting:pole:edit, or *:*:* for all. An account with such roles has exactly their permissions.',
          '如需更细，可自定义角色，列出如 lighting:pole:edit 的权限，*:*:* 表示全部。账号拥有自定义角色后以其权限为准。',
        ),
        text(
          'A password needs at least 8 characters. Common passwords and the account name are rejected. A few unrelated words are easy to remember.',
          '密码至少 8 个字符，不能使用常见密码，也不能仅由账号名构成；建议使用几个不相关的词语组合。',
        ),
        text(
          'An account sees only data of its granted projects: rows, drawings, alarms and names of other projects appear in no list and no search. An account without projects sees nothing, and the account list marks it. The initial password is valid for the first sign-in only.',
          '账号只在被授权的项目中工作，看不到其他项目的任何内容：列表和查找中都不会出现其数据、图纸、告警和名称。未分配项目的账号看不到任何内容，账号列表会标出。初始密码仅用于首次登录。',
        ),
        note(
          'A managing user cannot create managing accounts. The error is “No permission to create a management account”.',
          '管理用户不能创建管理账号，系统会提示“没有权限创建管理账号”。',
        ),
        link('/system/accounts', 'To the accounts', '前往账号管理'),
      ],
    },
    {
      heading: { en: 'Sessions', zh: '会话' },
      pieces: [
        text(
          'A session ends after 30 minutes without activity, after 12 hours at the latest, and immediately when the account is disabled or its password changes. After five wrong passwords each further attempt is delayed, longer each time.',
          '会话在30 分钟无人操作后结束，最长12 小时；账号停用或修改密码时立即结束。连续五次密码错误后需等待，且逐次延长。',
        ),
        text(
          'Each open page renews its session token every 10 minutes in the background, so a stolen token soon expires. Renewal does not count as activity: idle users are still signed out. Use wall display accounts for unattended screens; their sessions do not end through inactivity.',
          '各个打开的页面每 10 分钟在后台自动更换会话令牌，被窃取的令牌很快失效。更换令牌不算操作：无人操作时仍会按时退出。无人值守的屏幕请使用大屏账号，其会话不会因无操作而结束。',
        ),
        text(
          'A wall screen needs no account: a super administrator creates a display for selected drawings under Displays. Its address is shown once and opened once in the browser of the screen. The screen then shows the drawings live, also after restarts, until the display is revoked. It sends commands only while “May operate” is on; then anyone at the screen can operate its drawings, and the operation log names the display.',
          '大屏无需账号：超级管理员可在“大屏管理”中为所选图纸创建大屏。其地址只显示一次，在大屏浏览器中打开一次即可；重启后仍实时显示图纸，直至撤销。仅在“允许操作”开启时才能下发命令，此时屏幕前的任何人都能操作其图纸，操作日志记录为该大屏。',
        ),
        note(
          'Unsaved input is protected: a confirmation appears before you follow a link or close a dialog or the window.',
          '已填写但未保存的内容不会误丢：点击链接、关闭对话框或窗口前，系统会先询问。',
        ),
      ],
    },
    {
      heading: { en: 'Two-step sign-in', zh: '两步验证' },
      pieces: [
        figure('secondStep', 'The password alone is not enough', '仅凭密码无法登录'),
        text(
          'In addition to the password, sign-in can require a code from an authenticator app on your phone. Each code is valid once and for about a minute; wrong codes delay further attempts like wrong passwords. Single sign-on, API tokens and wall displays need no code.',
          '登录时除密码外，还可要求输入手机验证器应用中的验证码。验证码只能使用一次，约一分钟内有效；输错与密码输错一样会延长等待。由其他系统单点登录的用户、API 令牌和大屏账号无需验证码。',
        ),
        steps(
          [
            'In your account choose Set up, scan the QR code with the app, and confirm with your password and the first code.',
            '在“我的账号”中点击“开始设置”，用应用扫描二维码，再输入密码和首个验证码确认。',
          ],
          [
            'Store the recovery codes separately from the phone: each replaces a code once.',
            '请将恢复码与手机分开保存：每个恢复码可代替验证码登录一次。',
          ],
          [
            'A super administrator selects on the page Roles which roles require it. Users who have not set it up must do so at their next sign-in.',
            '超级管理员可在角色管理中指定哪些角色必须使用；尚未设置的用户须先完成设置。',
          ],
          [
            'If phone and recovery codes are lost, a super administrator can reset it on the page Accounts. For the only super administrator, run npm run reset-second-step <account> on the server.',
            '手机和恢复码均丢失时，请超级管理员在账号管理中重置；若为唯一的超级管理员，请在服务器上运行 npm run reset-second-step <账号名>。',
          ],
        ),
        link('/profile', 'To my account', '前往我的账号'),
      ],
    },
    {
      heading: { en: 'Operation log', zh: '操作留痕' },
      pieces: [
        text(
          'Each change and its log entry are saved together: user, address, object, time, and the values before and after. Entries cannot be changed or removed.',
          '每次修改都与修改本身一起记录：谁、从哪里、做了什么、何时、修改前后的值。任何人都不能更改或删除记录。',
        ),
        link('/stcssyslog', 'To the system log', '前往系统日志'),
      ],
    },
    {
      heading: { en: 'Maintenance', zh: '系统维护' },
      pieces: [
        steps(
          [
            'The embedded database preserves saved data through a crash or a power failure. To use your own PostgreSQL server instead, set DATABASE_URL.',
            '内置数据库在进程崩溃和断电后都能保留已保存的数据。设置 DATABASE_URL 可改用自己的 PostgreSQL 服务器。',
          ],
          [
            'Back up with the scheduled job, or with npm run backup -- --to <file>.tar.gz while the server runs. The backup does not contain the key: store the file “secret” of the data directory separately, or set MIMIC_BACKUP_PASSPHRASE.',
            '用定时任务备份，或在服务器运行时执行 npm run backup -- --to <文件>.tar.gz。备份中不含密钥：请单独保管数据目录中的 secret 文件，或设置 MIMIC_BACKUP_PASSPHRASE。',
          ],
          [
            'Test a restore every quarter, into another directory: MIMIC_DATA=<directory> npm run restore -- --from <file>.tar.gz. To replace existing data, stop the server and add --force; the old data is set aside.',
            '每季度演练一次恢复，恢复到另一目录：MIMIC_DATA=<目录> npm run restore -- --from <文件>.tar.gz。目录中已有数据时须先停止服务器并加 --force，原数据会另行保留。',
          ],
          [
            'Before you give others access, configure a certificate (MIMIC_TLS_CERT, MIMIC_TLS_KEY) or use a TLS proxy.',
            '对外开放前请为服务器配置证书（MIMIC_TLS_CERT、MIMIC_TLS_KEY），或将其置于提供 TLS 的代理之后。',
          ],
          [
            'Stored passwords and tokens are encrypted. If the key may have leaked, stop the server, run npm run change-key, start the server and make a new backup.',
            '已存的密码和令牌均加密保存。若密钥可能已泄露，请停止服务器，运行 npm run change-key，重新启动后再做一次备份。',
          ],
        ),
      ],
    },
    {
      heading: { en: 'Caches', zh: '缓存监控' },
      pieces: [
        text(
          'The page shows the size and hit rate of each cache. Keys lists its content: account of a session or token, point, topic, or number of rows of an entity. Search by any part. Tokens and other secrets are not shown.',
          '缓存监控列出各缓存的大小和命中情况。点击“查看键”可看到其中的内容：哪个账号的会话或令牌、哪个点位、哪个主题、哪类数据有多少行，可按任意部分搜索。列表不显示令牌本身及任何可用于登录的信息。',
        ),
        text(
          'Entries that can be read from the database again can be removed one by one or all at once. This signs no users out. Latest values and retained messages exist only in the cache and cannot be removed.',
          '可从数据库重新读取的内容可逐个移除或整体清空，不会使任何人下线。最新值与保留消息无法重新获取，只供查看。',
        ),
        link('/monitor/cache', 'To the caches', '前往缓存监控'),
      ],
    },
    {
      heading: { en: 'Products, devices and upgrades', zh: '产品、设备与升级' },
      pieces: [
        steps(
          [
            'Add the product with its thing model: properties, functions and events. Identifiers must be unique.',
            '新增产品并填写物模型：属性、功能和事件，标识符不能重复。',
          ],
          [
            'Add the device with its product and its telemetry device, the name that its values are published under. Its details start with live values, commands and history.',
            '新增设备，选择产品并填写遥测设备（实时数据所用的名称）。设备详情首先显示实时值、控制和历史。',
          ],
          [
            'Upload the firmware for the product, add an upgrade for some of its devices and start it. It shows progress and errors by device; failed devices can be retried.',
            '上传该产品的固件，为部分设备新增升级任务并开始。任务逐台显示进度和失败原因，失败的可以重试。',
          ],
        ),
        link('/platform/devices', 'To the devices', '前往设备管理'),
      ],
    },
    {
      heading: { en: 'Notifications and jobs', zh: '通知与定时任务' },
      pieces: [
        steps(
          [
            'Add a channel (mail server or web hook) and send a test from its menu. The response is shown immediately.',
            '新增通知渠道（邮件服务器或 Webhook），在其菜单中发送测试，可立即看到对方的返回信息。',
          ],
          [
            'Add a template for the channel: text, recipients, and the alarm levels and projects it applies to. The notification log shows whether each message was delivered, and the error if not.',
            '新增该渠道的通知模板：内容、接收人，以及针对哪个级别、哪个项目的告警。通知日志记录每条消息是否送达及失败原因。',
          ],
          [
            'Jobs run by their cron expression. The list shows the next run, and the last run with its result; Run now starts a job immediately, and each job has a log. The backup runs every night and keeps 14 files; the latest one is test-restored every week. The server monitor shows its age.',
            '任务按 cron 表达式执行：列表显示下次执行、上次执行及结果；可立即执行，也可查看执行日志。备份每晚执行，保留 14 份；每周试恢复最新备份。服务器监控页显示其时间。',
          ],
        ),
        link('/monitor/jobs', 'To the jobs', '前往定时任务'),
      ],
    },
    {
      heading: { en: 'Scene linkages', zh: '场景联动' },
      pieces: [
        figure('linkage', 'From trigger to action', '从触发到执行'),
        text(
          'A linkage executes actions when its condition becomes true. It fires once per change to true, not for each value, and uses only good, current values. It takes effect as soon as it is enabled. Runs lists each run with the responses of all devices.',
          '场景联动在条件满足时执行动作。条件由不满足变为满足时触发一次，满足期间不重复触发，且只采用质量为“良好”的实时值。启用后立即生效，每次执行及各设备的应答见“执行记录”。',
        ),
        terms(
          [
            'Attribute',
            '属性',
            'A point of a device, or of any device of a product, by its telemetry name, compared with a value.',
            '设备或某产品任一设备的点位（填写遥测标识符），与设定值比较。',
          ],
          [
            'Lighting facility',
            '照明设施',
            'A lamp, loop, cabinet or sensor, by its telemetry device. It needs no row under Devices. Its points trigger linkages and accept commands like those of a device.',
            '单灯、回路、配电箱、传感器，按其遥测设备选择，无需在“设备管理”中另建设备；其点位可触发联动，也可接收控制。',
          ],
          [
            'Event, function',
            '事件、功能',
            'Event: a point with a value other than 0. Function: a point whose command the device has executed.',
            '事件：该点位上报非 0 值；功能：设备已执行对该点位的控制。',
          ],
          [
            'Timed, custom',
            '定时、自定义',
            'Timed: by a cron expression, or weekdays and a time in the project time zone. Custom: only manually or by a program. With “all” or “none” of the conditions, the others are evaluated at that time.',
            '定时：按 cron 表达式，或按项目时区的星期和时间；自定义：仅由人工或程序执行。选择“所有条件”或“不满足条件”时，在该时刻判断其余条件。',
          ],
          [
            'Hold time, hysteresis',
            '持续时间、回差',
            'Hold time: the trigger fires after it has held this long without interruption; a restart or an edit clears the time. Hysteresis: a comparison by size ends only when the value has returned this far beyond its limit.',
            '持续时间：不间断地满足这么久才触发；服务重启或修改触发器后，已持续的时间作废。回差：大小、区间比较在数值退回这么多之后才解除。',
          ],
          [
            'Another point, expression',
            '另一点位、表达式',
            'A point is compared with another point, or an expression over points of the project must be true. The language is that of drawings. Each report of one of the points is evaluated, with current values of the others.',
            '与另一点位比较，或本项目点位的表达式成立；语法同画面表达式。任一点位上报时按其他点位的当前值判断。',
          ],
          [
            'Time window',
            '时间段限制',
            'Limits all triggers of the linkage to hours and weekdays of the project. Of several windows one must be open. A condition that holds when it opens fires; when it closes, the condition ends.',
            '按项目时区的时间和星期限制联动的所有触发器；有多个时间段时，处于其一即可。时间段开始时已满足的条件随即触发，结束时视为条件解除。',
          ],
          [
            'Silence, delay, once',
            '静默、延时、只执行一次',
            'Silence continues after a restart; delayed actions are lost. Once only: the linkage disables itself after its run.',
            '静默时间在服务重启后仍有效；延时中的动作重启后不再执行。只执行一次：执行后自动停用。',
          ],
          [
            'One after the other',
            '串行',
            'Each action waits for the response of the device; a failure cancels the remaining actions. In parallel, actions are independent.',
            '逐个执行，每个动作等待设备应答，某个动作失败后不再执行后续动作；并行则互不影响。',
          ],
          [
            'Alarm, notification',
            '告警、通知',
            'An alarm of its own text, or of the trigger; a notification by a template, which receives the text as {message}. Texts may contain {name} (device), {point}, {value} and {linkage}.',
            '告警的文本可自定义，留空为触发原因；通知按模板发送，模板中以 {message} 引用该文本。文本可用 {name}（设备）、{point}、{value}、{linkage}。',
          ],
          [
            'Alarm recovery',
            '告警恢复',
            'Clears the alarm of the paired linkage. Without a pair, an alarm clears when its cause ends. A timer alone raises no alarm.',
            '恢复配对联动产生的告警；未配对的告警在触发原因消失后恢复。仅由定时触发时告警动作不生效。',
          ],
        ),
        text(
          'Runs, in the menu of a linkage, lists time and trigger of each run, and command and response of each action. You can filter failed runs and runs stopped in a loop. The list of linkages shows the last run and its result.',
          '在联动的菜单中点击“执行记录”，可查看每次执行的时间、触发原因，以及各动作的下发内容和应答；可只看失败或循环中止的记录。联动列表显示上次执行时间和结果。',
        ),
        note(
          'Linkages that trigger each other in a loop are stopped with an alarm after eight runs, or ten a minute from one device. Linkages cannot operate points protected by a component password. A linkage runs with the permissions of the account that last saved or enabled it, shown in the column Acts for. If that account is disabled, removed or loses the permission, the linkage executes no actions, and its runs show the reason. One action sends commands to at most 1,000 devices of a product, within two minutes.',
          '联动相互循环触发时，连续 8 次或同一设备一分钟内 10 次后中止并产生告警。受组件密码保护的点位，联动不能操作。联动以最后保存或启用它的账号（见“执行身份”列）的权限执行；该账号停用、删除或失去权限后，联动不再执行动作，原因见执行记录。对产品执行的单个动作最多下发 1,000 台设备，时限两分钟。',
        ),
        link('/rules/linkages', 'To the linkages', '前往场景联动'),
      ],
    },
    {
      heading: { en: 'Programs', zh: '程序接口' },
      pieces: [
        text(
          'An API token gives a program some permissions of its owner, in all or some projects, until it expires or is revoked. It is shown once, and appears in the system log as token:<name>. The documentation at /api/docs lists the permission of each call.',
          'API 令牌允许程序在全部或部分项目中执行其所有者权限的一部分，直到过期或被撤销。令牌只显示一次，在系统日志中显示为 token:<名称>。/api/docs 的文档列出每个调用所需的权限。',
        ),
        link('/system/api-tokens', 'To the API tokens', '前往 API 令牌'),
      ],
    },
    {
      heading: { en: 'Custom topics and plugins', zh: '自定义主题与插件' },
      pieces: [
        text(
          'Devices that publish JSON over MQTT connect directly. Enter the properties in the thing model of the product and the telemetry device in the row of the device, and declare the topic: {device} is the placeholder for the serial number.',
          '以 JSON 通过 MQTT 上报的设备可直接接入：在产品物模型中填写属性，在设备中填写遥测设备，再声明主题，主题中的 {device} 代表设备编号。',
        ),
        steps(
          [
            'From device, site/{device}/up: {"temperature": 21.5} becomes the value of the tag project/telemetry device/temperature. Messages that are invalid or from devices of other products are ignored, and counted on the message queue page.',
            '上行主题 site/{device}/up：{"temperature": 21.5} 即成为点位“项目/遥测设备/temperature”的值。无法解析或不属于该产品的消息不予采用，在消息队列页计数。',
          ],
          [
            'To device, site/{device}/down: a command for a writable property is sent as {"id": "…", "at": …, "expiresAt": …, "temperature": 20}. The device responds by sending the id back on the upward topic; "ok": false rejects the command.',
            '下行主题 site/{device}/down：对可写属性的控制以 {"id": "…", "at": …, "expiresAt": …, "temperature": 20} 下发；设备在上行主题回传该 id 即为应答，"ok": false 表示拒绝。',
          ],
          [
            'Subscriptions define the topics that clients of the MQTT port of this server receive automatically. An external broker manages its own subscriptions.',
            '订阅管理规定接入本服务器 MQTT 端口的客户端自动收到哪些主题；外部代理上的订阅由其自行管理。',
          ],
        ),
        text(
          'Plugins are parts of this server that can be enabled and disabled: JSON topics, the virtual plant, the external broker, email, web hooks, meter freezes. Changes take effect immediately and persist over restarts. A plugin missing after a restart is listed as not present.',
          '插件是本服务器中可启停的部分：JSON 主题编解码、虚拟设备、外部 MQTT 代理、邮件、Webhook、抄表冻结。启停立即生效，重启后保持；若某次启动不具备该部分，列表会注明，启停状态仍予保留。',
        ),
        link('/platform/topics', 'To the topics', '前往主题管理'),
      ],
    },
    {
      heading: { en: 'Other systems', zh: '外部系统' },
      pieces: [
        text(
          'The server connects only to allowed addresses. This applies to mail servers, web hooks, and data addresses in drawings, charts and maps.',
          '服务器只连接允许的地址。邮件服务器、Webhook，以及图纸、图表和地图中的数据地址均受此限制。',
        ),
        terms(
          [
            'MIMIC_OUTBOUND_ALLOWED',
            'MIMIC_OUTBOUND_ALLOWED',
            'Allowed destinations, separated by commas: host:port, or host:port/path for a part of a site. The error message of a blocked connection names the missing entry.',
            '允许访问的目标：host:port，或以 host:port/path 限定站点的一部分，用逗号分隔。被拒绝时会提示缺少的条目。',
          ],
          [
            'MIMIC_OUTBOUND_OPEN',
            'MIMIC_OUTBOUND_OPEN',
            '1 allows the internet, but not internal networks: these still need entries.',
            '设为 1 时开放互联网，但不包括内部网络，内部网络仍需逐条列出。',
          ],
          [
            'ALLOWED_ORIGINS',
            'ALLOWED_ORIGINS',
            'Sites whose pictures, videos, models and pages may be shown in drawings.',
            '允许浏览器在图纸中显示其图片、视频、模型和网页的站点。',
          ],
        ),
      ],
    },
  ],
}
