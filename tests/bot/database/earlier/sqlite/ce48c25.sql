BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL,
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0006');
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
INSERT INTO "duels" VALUES(2016966804906121,10,20,NULL,'highlow',1,1,2,60,1,NULL,X'BB7D1CE182947F6221268AF1E7FBE02F94470A82E78F20B083CA1098D463AB27',1000060.0,'won',NULL,1,'77',2,1,1000060.0,0,1000060.0,1,'resigned',NULL);
INSERT INTO "duels" VALUES(2364753120133481,10,20,NULL,'highlow',1,1,2,60,1,NULL,X'D2660393542385AC9FA2058EECCBC6AC0EAC110E880380479CECCA9E85DB7EA9',1000120.0,'won',NULL,1,'77',2,1,1000120.0,0,1000120.0,0,'resigned',NULL);
INSERT INTO "duels" VALUES(2944555151124989,10,20,NULL,'highlow',1,1,2,60,1,NULL,X'EE5B3FE71A6D312B35E95B058311E359C195C0ABF38CC74AFA919E0B3DAD35B8',1000180.0,'void',NULL,1,'77',2,1,1000180.0,0,1000180.0,NULL,'place gone',NULL);
INSERT INTO "duels" VALUES(3439538436476652,10,20,40,'highlow',1,1,2,60,1,NULL,X'DD42F53D8AC8F850F3BF038E514326A6BDAFADB64A67BF694562D5C9C9BABBB2',1000240.0,'live',NULL,0,'77',1,2,1000240.0,0,NULL,NULL,NULL,NULL);
INSERT INTO "duels" VALUES(1951841237437235,10,20,NULL,'highlow',1,3,NULL,60,1,NULL,X'0A8CA73577D2E6A8456C8A31610B0D66EB5A1EB48825289F3EB40FBE06FCEF50',1000300.0,'challenge',NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
CREATE TABLE guilds (
	id BIGINT NOT NULL,
	threads BOOLEAN DEFAULT 0 NOT NULL, pace INTEGER, rated BOOLEAN DEFAULT 1 NOT NULL, challengers VARCHAR DEFAULT 'anyone' NOT NULL, role BIGINT, mentions VARCHAR DEFAULT 'challenged' NOT NULL, "left" DOUBLE,
	PRIMARY KEY (id)
);
INSERT INTO "guilds" VALUES(11,1,NULL,1,'anyone',31,'challenged',NULL);
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
INSERT INTO "picks" VALUES(2364753120133481,1,0,'3',1000120.0,1);
INSERT INTO "picks" VALUES(2364753120133481,1,1,'7',1000120.0,0);
INSERT INTO "picks" VALUES(3439538436476652,1,0,'7',1000240.0,0);
INSERT INTO "picks" VALUES(3439538436476652,1,1,'3',1000240.0,1);
INSERT INTO "picks" VALUES(3439538436476652,2,0,'5',1000240.0,0);
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
