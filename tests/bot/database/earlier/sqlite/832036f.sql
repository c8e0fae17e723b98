BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL,
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0007');
CREATE TABLE blocks (
	person BIGINT NOT NULL,
	blocked BIGINT NOT NULL,
	PRIMARY KEY (person, blocked)
);
INSERT INTO "blocks" VALUES(1,3);
CREATE TABLE channels (
	guild BIGINT NOT NULL,
	channel BIGINT NOT NULL,
	PRIMARY KEY (guild, channel),
	FOREIGN KEY(guild) REFERENCES guilds (id)
);
INSERT INTO "channels" VALUES(11,21);
CREATE TABLE duels (
	id BIGINT NOT NULL,
	guild BIGINT NOT NULL,
	channel BIGINT NOT NULL,
	board BIGINT,
	game VARCHAR NOT NULL,
	edition INTEGER NOT NULL,
	challenger BIGINT NOT NULL,
	challenged BIGINT,
	pace INTEGER NOT NULL,
	rated BOOLEAN NOT NULL,
	rival VARCHAR,
	secret BLOB NOT NULL,
	created DOUBLE NOT NULL,
	status VARCHAR NOT NULL,
	rematch_of BIGINT,
	challenger_seat INTEGER,
	accepted VARCHAR,
	seat0 BIGINT,
	seat1 BIGINT,
	started DOUBLE,
	reminded INTEGER DEFAULT '0' NOT NULL,
	ended DOUBLE,
	winner INTEGER,
	reason VARCHAR, counted INTEGER,
	PRIMARY KEY (id)
);
INSERT INTO "duels" VALUES(1141989580084209,10,20,NULL,'highlow',1,1,2,60,1,NULL,X'0B16A16D756CAB5A026FB9585086340F38C534554485F1898D6E15E94E549A69',1000060.0,'won',NULL,0,'77',1,2,1000060.0,0,1000060.0,0,'resigned',NULL);
INSERT INTO "duels" VALUES(1168970034825935,10,20,NULL,'highlow',1,1,2,60,1,NULL,X'31F4D156756B88819F87F1946A36E3EF541115A40FCE9D91B04689FD14F682E1',1000120.0,'won',NULL,0,'77',1,2,1000120.0,0,1000120.0,1,'resigned',NULL);
INSERT INTO "duels" VALUES(2427416817823582,10,20,NULL,'highlow',1,1,2,60,1,NULL,X'030025353B78F628DC8B62D63F74FCF6F891790A86D5EFB8DEF82F283E9B5A89',1000180.0,'void',NULL,1,'77',2,1,1000180.0,0,1000180.0,NULL,'place gone',NULL);
INSERT INTO "duels" VALUES(89136272978934,10,20,40,'highlow',1,1,2,60,1,NULL,X'4B21B73ECCFC3F50B0DC44D1EB62FD6DB219746921F14AB875FD9DAA748D65F7',1000240.0,'live',NULL,1,'77',2,1,1000240.0,0,NULL,NULL,NULL,NULL);
INSERT INTO "duels" VALUES(1838270272662025,10,20,NULL,'highlow',1,3,NULL,60,1,NULL,X'2B834B22C74E5B8D1D4063247D8AF6171D4FA12B190C3E43AFD9AED1BE2C0407',1000300.0,'challenge',NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
CREATE TABLE guilds (
	id BIGINT NOT NULL,
	threads BOOLEAN DEFAULT 0 NOT NULL, pace INTEGER, rated BOOLEAN DEFAULT 1 NOT NULL, challengers VARCHAR DEFAULT 'anyone' NOT NULL, role BIGINT, mentions VARCHAR DEFAULT 'challenged' NOT NULL, "left" DOUBLE,
	PRIMARY KEY (id)
);
INSERT INTO "guilds" VALUES(11,1,NULL,1,'anyone',31,'challenged',NULL);
CREATE TABLE letters (
	id BIGINT NOT NULL,
	body VARCHAR NOT NULL,
	at DOUBLE NOT NULL,
	PRIMARY KEY (id)
);
INSERT INTO "letters" VALUES(5,'{}',1000000.0);
CREATE TABLE notes (
	"key" VARCHAR NOT NULL,
	value VARCHAR NOT NULL,
	PRIMARY KEY ("key")
);
INSERT INTO "notes" VALUES('evening','kept');
CREATE TABLE people (
	id BIGINT NOT NULL,
	notify BOOLEAN DEFAULT 0 NOT NULL,
	PRIMARY KEY (id)
);
INSERT INTO "people" VALUES(2,1);
CREATE TABLE picks (
	duel BIGINT NOT NULL,
	turn INTEGER NOT NULL,
	seat INTEGER NOT NULL,
	token VARCHAR NOT NULL,
	at DOUBLE NOT NULL,
	closes BOOLEAN NOT NULL,
	PRIMARY KEY (duel, turn, seat),
	FOREIGN KEY(duel) REFERENCES duels (id)
)
 WITHOUT ROWID
;
INSERT INTO "picks" VALUES(89136272978934,1,0,'3',1000240.0,1);
INSERT INTO "picks" VALUES(89136272978934,1,1,'7',1000240.0,0);
INSERT INTO "picks" VALUES(89136272978934,2,1,'5',1000240.0,0);
INSERT INTO "picks" VALUES(1168970034825935,1,0,'7',1000120.0,0);
INSERT INTO "picks" VALUES(1168970034825935,1,1,'3',1000120.0,1);
CREATE TABLE puzzles (
	guild BIGINT NOT NULL,
	day DATE NOT NULL,
	person BIGINT NOT NULL,
	token VARCHAR NOT NULL,
	solved BOOLEAN NOT NULL,
	at DOUBLE NOT NULL,
	PRIMARY KEY (guild, day, person)
)
 WITHOUT ROWID
;
INSERT INTO "puzzles" VALUES(10,'2026-11-16',1,'b',1,1000000.0);
CREATE TABLE ratings (
	guild BIGINT NOT NULL,
	game VARCHAR NOT NULL,
	season INTEGER NOT NULL,
	person BIGINT NOT NULL,
	mu DOUBLE NOT NULL,
	sigma DOUBLE NOT NULL,
	provisional BOOLEAN NOT NULL,
	shown INTEGER NOT NULL,
	wins INTEGER NOT NULL,
	losses INTEGER NOT NULL,
	PRIMARY KEY (guild, game, season, person)
)
 WITHOUT ROWID
;
CREATE TABLE resets (
	id INTEGER NOT NULL,
	guild BIGINT NOT NULL,
	game VARCHAR NOT NULL,
	counted INTEGER NOT NULL,
	at DOUBLE NOT NULL,
	person BIGINT NOT NULL,
	undone BOOLEAN NOT NULL,
	PRIMARY KEY (id)
);
CREATE TABLE results (
	duel BIGINT NOT NULL,
	seat INTEGER NOT NULL,
	guild BIGINT NOT NULL,
	game VARCHAR NOT NULL,
	person BIGINT NOT NULL,
	opponent BIGINT NOT NULL,
	counted INTEGER NOT NULL,
	ended DOUBLE NOT NULL,
	won BOOLEAN,
	rating DOUBLE,
	change DOUBLE,
	PRIMARY KEY (duel, seat),
	FOREIGN KEY(duel) REFERENCES duels (id)
)
 WITHOUT ROWID
;
CREATE TABLE votes (
	duel BIGINT NOT NULL,
	person BIGINT NOT NULL,
	seat INTEGER NOT NULL,
	PRIMARY KEY (duel, person),
	FOREIGN KEY(duel) REFERENCES duels (id)
)
 WITHOUT ROWID
;
CREATE INDEX open_duels ON duels (guild, status) WHERE status IN ('challenge', 'live');
CREATE INDEX open_by_challenger ON duels (challenger) WHERE status IN ('challenge', 'live');
CREATE INDEX open_by_seat0 ON duels (seat0) WHERE status IN ('challenge', 'live');
CREATE INDEX open_by_seat1 ON duels (seat1) WHERE status IN ('challenge', 'live');
CREATE INDEX open_rematches ON duels (rematch_of) WHERE status IN ('challenge', 'live');
CREATE INDEX ended_duels ON duels (ended);
CREATE INDEX uncounted_duels ON duels (ended) WHERE counted IS NULL AND status IN ('won', 'void');
CREATE UNIQUE INDEX counted_duels ON duels (guild, counted);
CREATE INDEX results_of_person ON results (person, guild, counted);
CREATE INDEX results_in_game ON results (person, guild, game, counted);
CREATE INDEX results_of_pair ON results (person, opponent, guild, counted);
CREATE INDEX ranks ON ratings (guild, game, season, provisional, shown DESC, person);
CREATE INDEX ratings_of_person ON ratings (person, guild);
CREATE INDEX resets_of_guild ON resets (guild, at);
CREATE INDEX votes_by_person ON votes (person);
CREATE INDEX puzzles_by_person ON puzzles (person, guild, day);
COMMIT;
