// Passwords of eight characters and more that turn up first in every guessing list, with the seasons, names and
// keyboard walks that people reach for when a form asks for something longer.
const WORDS = `
  00000000 000000000 0000000000 01234567 012345678 0123456789 09876543 098765432 0987654321 10101010
  101010101 11111111 111111111 1111111111 11112222 11221122 11223344 1122334455 112233445566 11235813
  12121212 121212121212 123123123 1231231234 123321123 12341234 123412345 12344321 1234512345 123454321
  123456123 123456654321 12345678 123456789 1234567890 12345678910 123456789a 12345678a 12345679 1234567a
  1234567q 123456qwerty 12345qwert 1234abcd 1234qwer 123abc123 123qwe123 123qweasd 123qweasdzxc 123qwerty
  12qwaszx 13131313 131313131 14141414 147258369 1472583690 147852369 159357159 159357456 159753159
  159951159 16161616 17171717 18181818 19191919 1a2b3c4d 1a2s3d4f 1q1q1q1q 1q2w3e4r 1q2w3e4r5t
  1q2w3e4r5t6y 1qaz1qaz 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 20202020 21212121 22222222 222222222 22334455
  23232323 25252525 258456258 31415926 314159265 32132132 321321321 33333333 44444444 45454545 456456456
  55555555 555555555 5555555555 55667788 654321654321 66666666 666666666 69696969 741852741 741852963
  753951753 77777777 777777777 7777777777 78945612 789456123 7894561230 789789789 80808080 87654321
  88888888 888888888 8888888888 90909090 963852741 98765432 987654321 9876543210 99999999 999999999
  9999999999 a1234567 a12345678 a123456789 a1b2c3d4 a1b2c3d4e5 aa123456 aa12345678 aaaaaaaa aaaaaaaaa
  aaaaaaaaaa aabbccdd abc12345 abc123456 abc12345678 abc123456789 abc123abc abcabcabc abcd1234 abcd12345
  abcd123456 abcdefg1 abcdefg123 abcdefgh abcdefghi abdullah absolute access12 access123 access14 account1
  accountant accounting admin123 admin1234 admin1234! admin12345 admin123456 admin@123 adminadmin
  administrator administrator1 adventure alejandra alejandro alejandro1 alexander alexander1 alexandra
  alexandra1 amanda123 amazing1 america1 america123 american anderson andrew123 angel123 angelbaby
  angelica angelina angels123 anonymous anthony1 apollo11 apollo123 apple123 arsenal1 arsenal123 asd123456
  asdasd123 asdasdasd asdf1234 asdf12345 asdfasdf asdfasdfasdf asdfgh123 asdfghjk asdfghjkl asdfjkl;
  asdqwe123 ashley12 ashley123 assassin asshole1 australia autumn2024 autumn2025 autumn2026 awesome1
  awesome123 azerty123 azertyui azertyuiop babyblue babyboy1 babydoll babygirl babygirl1 babygirl12
  babygirl123 babylove banana123 barcelona barcelona1 baseball baseball1 baseball12 baseball123 basketball
  basketball1 batman12 batman123 battlefield beautiful beautiful1 beckham7 benjamin benjamin1 bigboy12
  bigdaddy billing1 billing123 birthday birthday1 bitch123 biteme123 black123 blessed1 blessing blue1234
  blueberry brandon1 brasil123 brittany brittany1 broncos1 brother1 bubblegum bubbles1 bubbles123
  budweiser bullshit business business1 buster123 butterfly butterfly1 butterfly123 california callofduty
  camaro123 cameron1 campbell canada123 carolina carolina1 caroline champion champion1 champions changeit
  changeme changeme1 changeme123 charlie1 charlie123 cheese123 chelsea1 chelsea123 cherry123 chevrolet
  chevy123 chicago1 chicken1 chicken123 children chocolate chocolate1 chocolate123 christian christian1
  christmas christmas1 christopher cisco123 cocacola cocacola1 company1 company123 computer computer1
  computer123 consumer cookie123 cookies1 corona123 corvette counter1 cowboys1 creative creative1 crimson1
  cristiano crystal1 customer customer1 customer123 daddy123 daniel123 danielle danielle1 database
  database1 debian123 december december1 default1 default123 demo1234 demodemo deutschland diamond1
  diamond123 discovery doggy123 dollar123 dolphin1 dolphin123 dolphins dragon12 dragon123 dragonball
  dragonball1 eagle123 eagles123 elephant elephant1 elizabeth elizabeth1 emerald1 employee england1
  england123 everton1 explorer explorer1 facebook facebook1 facebook123 faithful1 falcon123 family123
  familyguy fantastic father123 february fernanda fernando fernando1 ferrari1 finance1 finance123 firebird
  florida1 flower123 flowers1 football football1 football12 football123 forever1 forever123 forever21
  fortnite france123 francisco freedom1 freedom123 friday123 friday13 friends1 friends123 friendship
  frodo123 fuckoff1 fuckyou! fuckyou1 fuckyou123 fuckyou2 gabriel1 gabriela galaxy123 gandalf1 gangster
  garfield germany1 ginger123 gladiator godbless1 godisgood golden123 goodluck goodtimes google123
  gorgeous grandma1 grandpa1 green123 greenday guest123 guestguest hacker123 hackers1 halloween hamburger
  hamilton happiness happy123 happybirthday happyday harley123 harrison harrypotter heavenly heineken
  hello123 hello1234 hello12345 hellohello hellokitty helloworld helpdesk hithere1 hockey123 hogwarts
  holiday1 hollywood honda123 hotdog123 houston1 hunter12 hunter123 hurricane ibrahim1 idontknow ihateyou
  ihateyou1 ilovegod ilovejesus iloveme1 ilovemom ilovemyself iloveu123 iloveyou iloveyou! iloveyou1
  iloveyou12 iloveyou123 iloveyou2 iloveyou3 iluvyou1 infinity infinity1 instagram internet internet1
  invoice1 invoice123 invoices ireland1 ironmaiden isabella isabella1 istanbul jackass1 jackson1 jackson5
  january1 jasmine1 jasmine123 jennifer jennifer1 jessica1 jesus123 jesuschrist jesusislord johnson1
  jonathan jonathan1 jordan123 jordan23 joshua123 juniper1 jupiter1 juventus kawasaki killer12 killer123
  kimberly kimberly1 kitten12 kitty123 kittycat lakers24 lamborghini lasvegas legolas1 letmein! letmein1
  letmein123 letmeinnow liberty1 lightning linkedin linkinpark linux123 lion1234 liverpool liverpool1
  liverpool123 lkjhgfdsa login123 loginlogin lollipop lollipop1 london123 lovelove lovelove1 lovely123
  loveme123 lover123 loverboy lovergirl loveyou1 loveyou2 maggie123 manager1 manager123 manchester
  manutd123 marines1 marketing marlboro marlboro1 marshall marshmallow master12 master123 mastermind
  matrix123 matthew1 mcdonalds melissa1 mercedes mercedes1 mercury1 messi123 metallica metallica1
  mexico123 michael1 michael123 michelle michelle1 mickey123 microsoft midnight midnight1 military
  millionaire minecraft minecraft1 minecraft123 minnie123 mitchell mnbvcxz1 mohammed mohammed1 mommy123
  monday123 money123 moneymoney monkey12 monkey123 moonlight mother123 motherfucker motorcycle muhammad
  muhammad1 mustafa1 mustang1 mustang12 mylove123 mypassword mypassword1 mysql123 naruto123 narutouzumaki
  natalia1 neptune1 newcastle newpass1 newpassword newyork1 newyork123 neymar123 nicholas nicholas1
  nicole123 nintendo nirvana1 nirvana123 nothing1 nothing123 november november1 october1 office123
  oracle123 orange123 p@ssw0rd p@ssw0rd1 p@ssw0rd123 p@ssword p@ssword1 pa$$w0rd pa$$word packers1
  panther1 panthers paradise paradise1 paris123 pass1234 pass12345 pass123456 passcode passpass passphrase
  passport passw0rd passw0rd! passw0rd1 password password! password00 password01 password1 password1!
  password11 password12 password123 password123! password1234 password12345 password2 password21
  password22 password3 password5 password7 password9 password99 password@1 password@123 passwords patricia
  patriots payment1 payment123 payments peanut123 pepper123 pepsi123 perfect1 phoenix1 phoenix123
  pickle123 pizza123 playstation plmoknijb poiuytrewq pokemon1 pokemon123 popcorn1 porsche1 porsche911
  postgres postgres1 potter123 princess princess1 princess12 princess123 pumpkin1 puppy123 puppylove
  purple123 pussycat q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 qaz123456 qazqazqaz qazwsx123 qazwsxedc qazwsxedcrfv
  qwe123456 qwe123qwe qweasd123 qweasdzxc qweqweqwe qwer1234 qwerasdf qwerasdfzxcv qwerqwer qwert123
  qwert1234 qwert12345 qwerty01 qwerty1! qwerty11 qwerty12 qwerty123 qwerty123! qwerty1234 qwerty12345
  qwerty123456 qwerty77 qwerty789 qwerty99 qwertyqwerty qwertyui qwertyuio qwertyuiop qwertz123 qwertzui
  qwertzuiop raiders1 rainbow1 rainbow123 rainbows ranger123 realmadrid rebecca1 red12345 redbull1
  redskins robert123 roblox123 ronaldinho ronaldo123 ronaldo7 root1234 rootpassword rootroot sales123
  samantha samantha1 samsung1 samsung123 sapphire saturday saturn123 scarlett scorpion scorpion1 scotland
  sebastian sebastian1 secret12 secret123 secret1234 security security1 september serenity serenity1
  server123 service1 service123 sexy1234 sexybitch sexygirl sexylady sexymama shadow12 shadow123 silver123
  silverado sister123 skittles skittles1 slayer123 slipknot slipknot1 smith123 snapchat sniper123
  snoopy123 snowball snowflake soccer12 soccer123 softball softball1 soldier1 spaghetti spartan1
  spartan117 spartans spider123 spiderman spiderman1 spring2023 spring2024 spring2025 spring2026 starbucks
  stargate starlight startrek starwars starwars1 steelers steelers1 stephanie stephanie1 strawberry
  success1 success123 sugar123 summer12 summer123 summer2023 summer2024 summer2025 summer2026 summer22
  summer23 summer24 sunflower sunflower1 sunlight sunshine sunshine1 sunshine12 sunshine123 superman
  superman1 superman12 superman123 superuser support1 support123 sweetheart sweetie1 sweetpea sysadmin
  system123 temp1234 temporary temppass tequila1 terminator test1234 test12345 test123456 testing1
  testing123 testpass testtest testtest1 testuser texas123 thomas123 thompson thunder1 thunder123 tiger123
  tigers123 tigger123 tinkerbell topsecret toyota123 trooper1 trustno1 tsunami1 twitter1 ubuntu123
  universe user1234 user12345 username username1 vacation valentin valentina valentine vanessa1 veronica
  victoria victoria1 victory1 violet123 vodka123 voldemort volleyball warcraft warrior1 warriors
  washington welcome1 welcome1! welcome12 welcome123 welcome2023 welcome2024 welcome2025 welcome2026
  welcome@123 welcomehome whatever whatever1 whatthe1 whiskey1 white123 whocares william1 williams
  windows1 windows10 winner123 winter12 winter123 winter2023 winter2024 winter2025 winter2026 wolf1234
  wolverine wonderful worldofwarcraft xxxxxxxx yamaha123 yankees1 yellow123 yourmom1 yourmom123 youtube123
  zachary1 zaq12wsx zaq1xsw2 zaq1zaq1 zinedine zxasqw12 zxcv1234 zxcvbnm, zxcvbnm,./ zxcvbnm1 zxcvbnm123
  zxcvzxcv zxczxczxc zzzzzzzz
`

/** Common passwords in lower case, for checkPassword. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/))
